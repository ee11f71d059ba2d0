import type { ClipSpec } from '../clips.server.ts'
import { box, readBoxes, words, writeBoxes } from './mp4-surgery.ts'
import { card, type OddFile, type Plays, plays, tone, type Workshop } from './odd-file.server.ts'

const clip = (name: string, spec: ClipSpec, end: Partial<Plays> = {}): OddFile => ({
  name,
  make: (shop) => shop.clip(spec),
  end: plays(end),
})
const made = (name: string, fileName: string, words: string[], end: Partial<Plays> = {}): OddFile => ({
  name,
  make: (shop) => shop.made(fileName, ...words),
  end: plays(end),
})

const sizes = (first: ClipSpec, second: ClipSpec) => async (shop: Workshop) => {
  const offset = (seconds: number) => ['-output_ts_offset', String(seconds), '-muxdelay', '0', '-muxpreload', '0']
  const one = await shop.bytes({ container: 'ts', audio: 'none', ...first, extra: offset(1) })
  const other = await shop.bytes({ container: 'ts', audio: 'none', ...second, extra: offset(2) })
  return Buffer.concat([one, other])
}

const silent = { sound: 0 }
const broadcast = ['-f', 'lavfi', '-i', 'testsrc2=size=720x576:rate=25:duration=1']

/** Films of every kind that creators have. */
export const filmsOfAllKinds: OddFile[] = [
  clip('H.264 in MP4', {}),
  clip('Flash', { container: 'flv' }),
  clip('Theora in Ogg', { video: 'theora', audio: 'vorbis', container: 'ogv' }),
  clip('a program stream', { fps: 25, video: 'mpeg2', audio: 'mp3', container: 'mpg' }, { frames: 25 }),
  made('Windows Media', 'film.wmv', [...card(), ...tone(), '-c:v', 'wmv2', '-c:a', 'wmav2'], { sound: 1 }),
  made('a broadcast film', 'film.mxf', [...broadcast, ...tone(), '-c:v', 'mpeg2video', '-ar', '48000'], {
    width: 720,
    height: 576,
    frames: 25,
    sound: 1,
  }),
  made('DV', 'film-dv.avi', [...broadcast, ...tone(), '-pix_fmt', 'yuv420p', '-c:v', 'dvvideo', '-ac', '2'], {
    width: 720,
    height: 576,
    frames: 25,
  }),
  made(
    'ProRes of 10 bits with PCM of 24',
    'film-prores.mov',
    [...card(), ...tone(), '-c:v', 'prores_ks', '-c:a', 'pcm_s24le'],
    {
      sound: 1,
    },
  ),
  made(
    'ProRes with transparency',
    'film-clear.mov',
    [...card(), '-c:v', 'prores_ks', '-pix_fmt', 'yuva444p10le'],
    silent,
  ),
  clip('VP8', { video: 'vp8', audio: 'vorbis', container: 'webm' }),
  clip('VP9', { video: 'vp9', audio: 'opus', container: 'webm' }),
  made('VP9 with transparency', 'film-clear.webm', [...card(), '-c:v', 'libvpx-vp9', '-pix_fmt', 'yuva420p'], silent),
  made('AV1', 'film-av1.webm', [...card(), '-c:v', 'libaom-av1', '-cpu-used', '8'], silent),
  clip('HEVC of 10 bits', { video: 'hevc', pixelFormat: 'yuv420p10le' }),
  clip(
    'HDR',
    {
      video: 'hevc',
      pixelFormat: 'yuv420p10le',
      audio: 'none',
      extra: ['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'],
    },
    silent,
  ),
  made(
    'Motion JPEG of full range',
    'film-mjpeg.avi',
    [...card(), ...tone(), '-c:v', 'mjpeg', '-c:a', 'pcm_mulaw', '-ar', '8000'],
    {
      sound: 1,
    },
  ),
  made('colours from a list', 'film-list.mov', [...card(), '-c:v', 'qtrle', '-pix_fmt', 'rgb555be'], silent),
  made('RGB without loss', 'film-rgb.mkv', [...card(), '-c:v', 'ffv1', '-pix_fmt', 'gbrp'], silent),
  made('grey', 'film-grey.mkv', [...card(), '-c:v', 'ffv1', '-pix_fmt', 'gray16le'], silent),
  clip('odd sides', { width: 161, height: 121, pixelFormat: 'yuv444p', extra: ['-profile:v', 'high444'] }),
  clip('a tall film', { width: 120, height: 160 }, { width: 120, height: 160 }),
  clip('a square film', { width: 128, height: 128 }, { width: 128, height: 128 }),
  clip('a turned film', { rotation: 90 }, { width: 120, height: 160 }),
  clip('a film upside down', { rotation: 180 }),
  clip('wide pixels', { pixelAspect: '4/3' }, { width: 212, height: 120 }),
  clip('wide pixels, turned', { pixelAspect: '4/3', rotation: 270 }, { width: 120, height: 212 }),
  clip('interlaced', { video: 'mpeg2', audio: 'mp3', container: 'ts', isInterlaced: true, fps: 25 }, { frames: 25 }),
  clip('the smallest picture', { width: 16, height: 16, video: 'mpeg4' }, { width: 16, height: 16 }),
  made(
    'the widest picture',
    'widest.mkv',
    ['-f', 'lavfi', '-i', 'testsrc2=size=8192x1024:rate=2:duration=1', '-c:v', 'ffv1'],
    {
      width: 1920,
      height: 240,
      frames: 2,
      sound: 0,
    },
  ),
  clip('mono', { channels: 1 }, { sound: 1 }),
  clip('5.1', { channels: 6 }),
  clip('no sound', { audio: 'none' }, silent),
  made('sound of 192 kHz', 'film-192.mkv', [...card(), ...tone(), '-c:v', 'libx264', '-c:a', 'flac', '-ar', '192000'], {
    sound: 1,
  }),
  {
    name: 'a transport stream with noise between its packets',
    async make(shop) {
      const bytes = await shop.bytes({ container: 'ts' })
      const noise = Buffer.from(Array.from({ length: 1000 }, (_, n) => (n * 7919) & 0xff))
      const half = Math.floor(bytes.length / 376) * 188
      return await shop.write(
        'noise-between.ts',
        Buffer.concat([noise, bytes.subarray(0, half), noise, bytes.subarray(half)]),
      )
    },
    end: plays(),
  },
  {
    name: 'an AVI without its index',
    async make(shop) {
      const bytes = await shop.bytes({ video: 'mpeg4', audio: 'mp3', container: 'avi' })
      return await shop.write('no-index.avi', bytes.subarray(0, bytes.lastIndexOf('idx1')))
    },
    end: plays(),
  },
  {
    name: 'a picture that grows in the middle',
    make: async (shop) => await shop.write('grows.ts', await sizes({}, { width: 320, height: 240 })(shop)),
    end: plays({ seconds: 2, frames: 48, sound: 0 }),
  },
  {
    name: 'pixels that change their shape in the middle',
    make: async (shop) => await shop.write('reshaped.ts', await sizes({}, { pixelAspect: '2/1' })(shop)),
    end: plays({ seconds: 2, frames: 48, sound: 0 }),
  },
  {
    name: 'a film with files attached, subtitles, chapters and three languages',
    async make(shop) {
      const program = await shop.write('attached.exe', 'MZ')
      const text = await shop.write('text.srt', '1\n00:00:00,000 --> 00:00:01,000\nHello.\n')
      const maps = ['-map', '1:s', '-map', '0:v', '-map', '0:a', '-map', '0:a', '-map', '0:a']
      const attach = ['-attach', program, '-metadata:s:t', 'mimetype=application/x-msdownload']
      return await shop.made(
        'loaded.mkv',
        '-i',
        await shop.clip(),
        '-i',
        text,
        ...maps,
        '-c',
        'copy',
        '-c:s',
        'srt',
        ...attach,
      )
    },
    end: plays(),
  },
  {
    name: 'a film that begins with its cover',
    async make(shop) {
      const cover = await shop.made(
        'front.png',
        ...card('size=600x600:rate=1:duration=1'),
        '-frames:v',
        '1',
        '-update',
        '1',
      )
      const words = ['-map', '0', '-map', '1', '-c', 'copy', '-disposition:v:0', 'attached_pic']
      return await shop.made('cover-first.mp4', '-i', cover, '-i', await shop.clip(), ...words)
    },
    end: plays(),
  },
  {
    name: 'an MP4 in pieces',
    make: async (shop) =>
      await shop.clip({ seconds: 2, keyframeSeconds: 1, extra: ['-movflags', '+frag_keyframe+empty_moov'] }),
    end: plays({ seconds: 2, frames: 48 }),
  },
  {
    name: 'an MP4 whose data are counted in 64 bits',
    async make(shop) {
      const boxes = readBoxes(await shop.bytes({ audio: 'none', extra: ['-movflags', '0'] }))
      const at = boxes.findIndex(({ type }) => type === 'mdat')
      const data = boxes[at]?.body ?? Buffer.alloc(0)
      // The eight bytes of the longer size take the room of the empty box before the data.
      const long = Buffer.concat([words(1), Buffer.from('mdat'), words(0, data.length + 16), data])
      const before = boxes.slice(0, at).filter(({ type }) => type !== 'free')
      return await shop.write(
        'long-size.mp4',
        Buffer.concat([writeBoxes(before), long, writeBoxes(boxes.slice(at + 1))]),
      )
    },
    end: plays(silent),
  },
  {
    name: 'an MP4 whose data go on to the end',
    async make(shop) {
      const bytes = Buffer.from(await shop.bytes({ audio: 'none' }))
      bytes.writeUInt32BE(0, bytes.indexOf('mdat') - 4)
      return await shop.write('open-end.mp4', bytes)
    },
    end: plays(silent),
  },
  {
    name: 'a film with an archive behind it',
    make: async (shop) =>
      await shop.write(
        'film-and-archive.mp4',
        Buffer.concat([await shop.bytes(), Buffer.from('PK\x03\x04'), Buffer.alloc(500)]),
      ),
    end: plays(),
  },
  {
    name: 'a film with boxes that nobody knows',
    async make(shop) {
      const bytes = await shop.bytes({ extra: ['-movflags', '0'] })
      return await shop.write('unknown-boxes.mp4', Buffer.concat([bytes, box('uuid', Buffer.alloc(1000)), box('xyzw')]))
    },
    end: plays(),
  },
]
