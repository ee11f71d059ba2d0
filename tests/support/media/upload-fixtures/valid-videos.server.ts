import type { ClipSpec } from '../clips.server.ts'
import {
  type ExpectedPlayback,
  type FixtureFactory,
  playable,
  testCard,
  tone,
  type UploadFixture,
} from './fixture.server.ts'
import { box, readBoxes, uint32s, writeBoxes } from './mp4-boxes.ts'

const clip = (name: string, spec: ClipSpec, expected: Partial<ExpectedPlayback> = {}): UploadFixture => ({
  name,
  make: (factory) => factory.clip(spec),
  expected: playable(expected),
})
const encoded = (
  name: string,
  fileName: string,
  args: string[],
  expected: Partial<ExpectedPlayback> = {},
): UploadFixture => ({
  name,
  make: (factory) => factory.encode(fileName, ...args),
  expected: playable(expected),
})

const concatenated = (first: ClipSpec, second: ClipSpec) => async (factory: FixtureFactory) => {
  const offset = (seconds: number) => ['-output_ts_offset', String(seconds), '-muxdelay', '0', '-muxpreload', '0']
  const one = await factory.bytes({ container: 'ts', audio: 'none', ...first, extra: offset(1) })
  const other = await factory.bytes({ container: 'ts', audio: 'none', ...second, extra: offset(2) })
  return Buffer.concat([one, other])
}

const silent = { audioChannels: 0 }
const broadcast = ['-f', 'lavfi', '-i', 'testsrc2=size=720x576:rate=25:duration=1']

/** Videos of every kind that creators have. */
export const validVideos: UploadFixture[] = [
  clip('H.264 in MP4', {}),
  clip('Flash', { container: 'flv' }),
  clip('Theora in Ogg', { video: 'theora', audio: 'vorbis', container: 'ogv' }),
  clip('a program stream', { fps: 25, video: 'mpeg2', audio: 'mp3', container: 'mpg' }, { frames: 25 }),
  encoded('Windows Media', 'film.wmv', [...testCard(), ...tone(), '-c:v', 'wmv2', '-c:a', 'wmav2'], {
    audioChannels: 1,
  }),
  encoded('a broadcast file', 'film.mxf', [...broadcast, ...tone(), '-c:v', 'mpeg2video', '-ar', '48000'], {
    width: 720,
    height: 576,
    frames: 25,
    audioChannels: 1,
  }),
  encoded('DV', 'film-dv.avi', [...broadcast, ...tone(), '-pix_fmt', 'yuv420p', '-c:v', 'dvvideo', '-ac', '2'], {
    width: 720,
    height: 576,
    frames: 25,
  }),
  encoded(
    'ProRes of 10 bits with PCM of 24',
    'film-prores.mov',
    [...testCard(), ...tone(), '-c:v', 'prores_ks', '-c:a', 'pcm_s24le'],
    {
      audioChannels: 1,
    },
  ),
  encoded(
    'ProRes with transparency',
    'film-clear.mov',
    [...testCard(), '-c:v', 'prores_ks', '-pix_fmt', 'yuva444p10le'],
    silent,
  ),
  clip('VP8', { video: 'vp8', audio: 'vorbis', container: 'webm' }),
  clip('VP9', { video: 'vp9', audio: 'opus', container: 'webm' }),
  encoded(
    'VP9 with transparency',
    'film-clear.webm',
    [...testCard(), '-c:v', 'libvpx-vp9', '-pix_fmt', 'yuva420p'],
    silent,
  ),
  encoded('AV1', 'film-av1.webm', [...testCard(), '-c:v', 'libaom-av1', '-cpu-used', '8'], silent),
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
  encoded(
    'full-range Motion JPEG',
    'film-mjpeg.avi',
    [...testCard(), ...tone(), '-c:v', 'mjpeg', '-c:a', 'pcm_mulaw', '-ar', '8000'],
    {
      audioChannels: 1,
    },
  ),
  encoded('RGB of 15 bits', 'film-list.mov', [...testCard(), '-c:v', 'qtrle', '-pix_fmt', 'rgb555be'], silent),
  encoded('lossless RGB', 'film-rgb.mkv', [...testCard(), '-c:v', 'ffv1', '-pix_fmt', 'gbrp'], silent),
  encoded('grey', 'film-grey.mkv', [...testCard(), '-c:v', 'ffv1', '-pix_fmt', 'gray16le'], silent),
  clip('odd sides', { width: 161, height: 121, pixelFormat: 'yuv444p', extra: ['-profile:v', 'high444'] }),
  clip('a portrait video', { width: 120, height: 160 }, { width: 120, height: 160 }),
  clip('a square video', { width: 128, height: 128 }, { width: 128, height: 128 }),
  clip('a rotated video', { rotation: 90 }, { width: 120, height: 160 }),
  clip('a video upside down', { rotation: 180 }),
  clip('wide pixels', { pixelAspect: '4/3' }, { width: 212, height: 120 }),
  clip('wide pixels, rotated', { pixelAspect: '4/3', rotation: 270 }, { width: 120, height: 212 }),
  clip('interlaced', { video: 'mpeg2', audio: 'mp3', container: 'ts', isInterlaced: true, fps: 25 }, { frames: 25 }),
  clip('the smallest frames', { width: 16, height: 16, video: 'mpeg4' }, { width: 16, height: 16 }),
  encoded(
    'the widest frames',
    'widest.mkv',
    ['-f', 'lavfi', '-i', 'testsrc2=size=8192x1024:rate=2:duration=1', '-c:v', 'ffv1'],
    {
      width: 1920,
      height: 240,
      frames: 2,
      audioChannels: 0,
    },
  ),
  clip('mono', { channels: 1 }, { audioChannels: 1 }),
  clip('5.1', { channels: 6 }),
  clip('no audio', { audio: 'none' }, silent),
  encoded(
    'audio of 192 kHz',
    'film-192.mkv',
    [...testCard(), ...tone(), '-c:v', 'libx264', '-c:a', 'flac', '-ar', '192000'],
    {
      audioChannels: 1,
    },
  ),
  {
    name: 'a transport stream with noise between its packets',
    async make(factory) {
      const bytes = await factory.bytes({ container: 'ts' })
      const noise = Buffer.from(Array.from({ length: 1000 }, (_, n) => (n * 7919) & 0xff))
      const half = Math.floor(bytes.length / 376) * 188
      return await factory.write(
        'noise-between.ts',
        Buffer.concat([noise, bytes.subarray(0, half), noise, bytes.subarray(half)]),
      )
    },
    expected: playable(),
  },
  {
    name: 'an AVI without its index',
    async make(factory) {
      const bytes = await factory.bytes({ video: 'mpeg4', audio: 'mp3', container: 'avi' })
      return await factory.write('no-index.avi', bytes.subarray(0, bytes.lastIndexOf('idx1')))
    },
    expected: playable(),
  },
  {
    name: 'frames that grow in the middle',
    make: async (factory) =>
      await factory.write('grows.ts', await concatenated({}, { width: 320, height: 240 })(factory)),
    expected: playable({ seconds: 2, frames: 48, audioChannels: 0 }),
  },
  {
    name: 'pixels that change their aspect in the middle',
    make: async (factory) =>
      await factory.write('reshaped.ts', await concatenated({}, { pixelAspect: '2/1' })(factory)),
    expected: playable({ seconds: 2, frames: 48, audioChannels: 0 }),
  },
  {
    name: 'a video with an attached file, subtitles and three audio tracks',
    async make(factory) {
      const program = await factory.write('attached.exe', 'MZ')
      const text = await factory.write('text.srt', '1\n00:00:00,000 --> 00:00:01,000\nHello.\n')
      const maps = ['-map', '1:s', '-map', '0:v', '-map', '0:a', '-map', '0:a', '-map', '0:a']
      const attach = ['-attach', program, '-metadata:s:t', 'mimetype=application/x-msdownload']
      return await factory.encode(
        'loaded.mkv',
        '-i',
        await factory.clip(),
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
    expected: playable(),
  },
  {
    name: 'a video whose first stream is its cover',
    async make(factory) {
      const cover = await factory.encode(
        'front.png',
        ...testCard('size=600x600:rate=1:duration=1'),
        '-frames:v',
        '1',
        '-update',
        '1',
      )
      const args = ['-map', '0', '-map', '1', '-c', 'copy', '-disposition:v:0', 'attached_pic']
      return await factory.encode('cover-first.mp4', '-i', cover, '-i', await factory.clip(), ...args)
    },
    expected: playable(),
  },
  {
    name: 'a fragmented MP4',
    make: async (factory) =>
      await factory.clip({ seconds: 2, keyframeSeconds: 1, extra: ['-movflags', '+frag_keyframe+empty_moov'] }),
    expected: playable({ seconds: 2, frames: 48 }),
  },
  {
    name: 'an MP4 whose media has a 64-bit size',
    async make(factory) {
      const boxes = readBoxes(await factory.bytes({ audio: 'none', extra: ['-movflags', '0'] }))
      const at = boxes.findIndex(({ type }) => type === 'mdat')
      const data = boxes[at]?.body ?? Buffer.alloc(0)
      // The eight bytes of the longer size replace the empty box before the data.
      const long = Buffer.concat([uint32s(1), Buffer.from('mdat'), uint32s(0, data.length + 16), data])
      const before = boxes.slice(0, at).filter(({ type }) => type !== 'free')
      return await factory.write(
        'long-size.mp4',
        Buffer.concat([writeBoxes(before), long, writeBoxes(boxes.slice(at + 1))]),
      )
    },
    expected: playable(silent),
  },
  {
    name: 'an MP4 whose media has no size',
    async make(factory) {
      const bytes = Buffer.from(await factory.bytes({ audio: 'none' }))
      bytes.writeUInt32BE(0, bytes.indexOf('mdat') - 4)
      return await factory.write('open-end.mp4', bytes)
    },
    expected: playable(silent),
  },
  {
    name: 'a video with an archive behind it',
    make: async (factory) =>
      await factory.write(
        'film-and-archive.mp4',
        Buffer.concat([await factory.bytes(), Buffer.from('PK\x03\x04'), Buffer.alloc(500)]),
      ),
    expected: playable(),
  },
  {
    name: 'a video with unknown boxes',
    async make(factory) {
      const bytes = await factory.bytes({ extra: ['-movflags', '0'] })
      return await factory.write(
        'unknown-boxes.mp4',
        Buffer.concat([bytes, box('uuid', Buffer.alloc(1000)), box('xyzw')]),
      )
    },
    expected: playable(),
  },
]
