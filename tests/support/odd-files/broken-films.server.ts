import { readFile, truncate } from 'node:fs/promises'
import { box, boxesOf, readBoxes, withIndex, words, writeBoxes } from './mp4-surgery.ts'
import { card, type OddFile, plays, type Workshop } from './odd-file.server.ts'

const indexLast = { extra: ['-movflags', '0'] }
const picturesOnly = { seconds: 3, audio: 'none', ...indexLast } as const

/** An MP4 whose boxes of one kind are changed. */
const changed = (fileName: string, type: string, change: (body: Buffer) => Buffer) => async (shop: Workshop) => {
  const bytes = withIndex(await shop.bytes(picturesOnly), (moov) => {
    for (const each of boxesOf([moov], type)) each.body = change(Buffer.from(each.body))
  })
  return await shop.write(fileName, bytes)
}

function put(body: Buffer, at: number, ...numbers: number[]): Buffer {
  words(...numbers).copy(body, at)
  return body
}

const slice =
  (fileName: string, from: number, to: number, spec = {}) =>
  async (shop: Workshop) => {
    const bytes = await shop.bytes({ seconds: 4, keyframeSeconds: 1, ...spec })
    const kept = bytes.subarray(Math.floor(bytes.length * from), Math.floor(bytes.length * to))
    return await shop.write(fileName, kept)
  }

/** A box in a box in a box. */
function nested(depth: number): Buffer {
  let inner: Buffer = Buffer.alloc(0)
  for (let level = 0; level < depth; level += 1) inner = box(level % 2 === 0 ? 'moov' : 'trak', inner)
  return inner
}

/** A film whose header alone says how large its picture is. */
async function sided(shop: Workshop, side: number): Promise<string> {
  const bytes = await readFile(
    await shop.made('huffyuv.avi', ...card('size=64x64:rate=5:duration=1'), '-c:v', 'huffyuv'),
  )
  const format = bytes.indexOf('strf') + 8
  bytes.writeUInt32LE(side, format + 4)
  bytes.writeUInt32LE(side, format + 8)
  return await shop.write(`sided-${side}.avi`, bytes)
}

const start = box('ftyp', Buffer.from('isom'), words(512), Buffer.from('isomiso2mp41'))

/** Files that began as films, or pretend to be some. */
export const brokenFilms: OddFile[] = [
  { name: 'an MP4 without its first half', make: slice('headless.mp4', 0.5, 1), end: 'not_a_video' },
  { name: 'an MP4 without its second half', make: slice('cut.mp4', 0, 0.5), end: 'truncated' },
  { name: 'an MP4 whose index never came', make: slice('no-index.mp4', 0, 0.6, indexLast), end: 'truncated' },
  {
    name: 'a Matroska file without its last third',
    make: slice('cut.mkv', 0, 0.66, { container: 'mkv' }),
    end: 'truncated',
  },
  {
    name: 'an MP4 with a hole in it',
    async make(shop) {
      const bytes = Buffer.from(await shop.bytes({ seconds: 4, keyframeSeconds: 1, audio: 'none' }))
      return await shop.write('hole.mp4', bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 20_000))
    },
    end: plays({ seconds: 4, frames: 96, sound: 0 }),
  },
  {
    name: 'an index that asks for more memory than there is',
    make: changed('samples-bomb.mp4', 'stsz', (body) => put(body, 4, 0, 0x3fffffff)),
    end: 'unreadable',
  },
  {
    name: 'an index of four thousand million frames of one size',
    make: changed('frames-bomb.mp4', 'stsz', (body) => put(body, 4, 1, 0xffffffff)),
    end: 'truncated',
  },
  {
    name: 'an index whose frames last for ages',
    make: changed('times-bomb.mp4', 'stts', (body) => put(body, 4, 1, 0xffffffff, 0x7fffffff)),
    end: 'still_picture',
  },
  {
    name: 'an index whose data lie beyond the end',
    make: changed('beyond.mp4', 'stco', (body) => put(body, 8, 0xfffffff0)),
    end: 'truncated',
  },
  {
    name: 'a header that promises hours',
    make: changed('hours.mp4', 'mdhd', (body) => put(body, 16, 0x7fffffff)),
    end: plays({ seconds: 3, frames: 72, sound: 0 }),
  },
  {
    name: 'a header whose clock has no ticks',
    make: changed('no-clock.mp4', 'mdhd', (body) => put(body, 12, 0)),
    end: 'still_picture',
  },
  {
    name: 'a box larger than the file',
    make: async (shop) =>
      await shop.write('large-box.mp4', Buffer.concat([start, words(0x7fffffff), Buffer.from('moov'), words(8)])),
    end: 'not_a_video',
  },
  {
    name: 'a box of more bytes than there are numbers for',
    make: async (shop) =>
      await shop.write(
        'larger-box.mp4',
        Buffer.concat([start, words(1), Buffer.from('moov'), words(0xffffffff, 0xffffffff), Buffer.alloc(100)]),
      ),
    end: 'truncated',
  },
  {
    name: 'an index in an index in an index',
    make: async (shop) => await shop.write('nested.mp4', Buffer.concat([start, nested(5000)])),
    end: 'unreadable',
  },
  {
    name: 'an index of ten thousand empty tracks',
    make: async (shop) => {
      const tracks = Array.from({ length: 10_000 }, () => box('trak'))
      return await shop.write('tracks.mp4', Buffer.concat([start, box('moov', ...tracks)]))
    },
    end: 'unreadable',
  },
  {
    name: 'forty tracks',
    async make(shop) {
      const maps = Array.from({ length: 40 }, () => ['-map', '0:v']).flat()
      return await shop.made('forty.mkv', ...card('size=32x32:rate=5:duration=1'), ...maps, '-c:v', 'mpeg4')
    },
    end: 'too_many_streams',
  },
  {
    name: 'a film and twenty million zeros that take no room',
    async make(shop) {
      const path = await shop.write('sparse.mp4', await shop.bytes(picturesOnly))
      await truncate(path, 20_000_000)
      return path
    },
    end: plays({ seconds: 3, frames: 72, sound: 0 }),
  },
  {
    name: 'one pixel',
    make: (shop) =>
      shop.made('one-pixel.mkv', '-f', 'lavfi', '-i', 'color=size=1x1:rate=5:duration=1,format=gray', '-c:v', 'ffv1'),
    end: 'too_small_picture',
  },
  {
    name: 'a header that says 16384 pixels a side of a small picture',
    make: changed('boasting.mp4', 'stsd', (body) => put(body, 40, 0x40004000)),
    end: plays({ seconds: 3, frames: 72, sound: 0 }),
  },
  {
    name: 'a picture of 12000 pixels a side',
    make: (shop) => sided(shop, 12_000),
    end: 'too_large_picture',
  },
  { name: 'a picture larger than ffmpeg can count', make: (shop) => sided(shop, 16_384), end: 'unreadable' },
  {
    name: 'a picture that is a line',
    make: (shop) => shop.made('line.mkv', ...card('size=320x16:rate=5:duration=1'), '-c:v', 'ffv1'),
    end: 'odd_aspect',
  },
  { name: 'one frame', make: (shop) => shop.made('one-frame.mp4', ...card(), '-frames:v', '1'), end: 'still_picture' },
  {
    name: 'eleven minutes of four frames',
    make: (shop) => shop.made('slow.mp4', ...card('size=64x64:rate=1/165:duration=660'), '-c:v', 'mpeg4'),
    end: 'too_long',
  },
  {
    name: 'a film without a single keyframe',
    make: async (shop) =>
      await shop.made(
        'no-keyframe.mp4',
        '-i',
        await shop.clip({ audio: 'none' }),
        '-c',
        'copy',
        '-bsf:v',
        'noise=drop=key',
      ),
    end: 'not_convertible',
  },
  {
    name: 'a film under the name of another codec',
    make: changed('other-codec.mp4', 'stsd', (body) =>
      Buffer.from(body.toString('latin1').replace('avc1', 'hvc1'), 'latin1'),
    ),
    end: 'unreadable',
  },
  {
    name: 'a film of a codec that nobody knows',
    make: changed('no-codec.mp4', 'stsd', (body) =>
      Buffer.from(body.toString('latin1').replace('avc1', 'zzzz'), 'latin1'),
    ),
    end: 'not_a_video',
  },
  {
    name: 'an MP4 with its index twice',
    async make(shop) {
      const boxes = readBoxes(await shop.bytes(indexLast))
      return await shop.write('twice.mp4', writeBoxes([...boxes, ...boxes.filter(({ type }) => type === 'moov')]))
    },
    end: plays(),
  },
]
