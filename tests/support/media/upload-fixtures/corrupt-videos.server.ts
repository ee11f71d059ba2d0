import { readFile, truncate } from 'node:fs/promises'
import { type FixtureFactory, playable, testCard, type UploadFixture } from './fixture.server.ts'
import { box, boxesOf, editMoov, readBoxes, uint32s, writeBoxes } from './mp4-boxes.ts'

const moovLast = { extra: ['-movflags', '0'] }
const videoOnly = { seconds: 3, audio: 'none', ...moovLast } as const

/** An MP4 whose boxes of one kind are changed. */
const changed =
  (fileName: string, type: string, change: (body: Buffer) => Buffer) => async (factory: FixtureFactory) => {
    const bytes = editMoov(await factory.bytes(videoOnly), (moov) => {
      for (const each of boxesOf([moov], type)) each.body = change(Buffer.from(each.body))
    })
    return await factory.write(fileName, bytes)
  }

function put(body: Buffer, at: number, ...numbers: number[]): Buffer {
  uint32s(...numbers).copy(body, at)
  return body
}

const slice =
  (fileName: string, from: number, to: number, spec = {}) =>
  async (factory: FixtureFactory) => {
    const bytes = await factory.bytes({ seconds: 4, keyframeSeconds: 1, ...spec })
    const part = bytes.subarray(Math.floor(bytes.length * from), Math.floor(bytes.length * to))
    return await factory.write(fileName, part)
  }

/** A box in a box in a box. */
function nested(depth: number): Buffer {
  let inner: Buffer = Buffer.alloc(0)
  for (let level = 0; level < depth; level += 1) inner = box(level % 2 === 0 ? 'moov' : 'trak', inner)
  return inner
}

/** A video whose header claims this frame size. */
async function withFrameSize(factory: FixtureFactory, side: number): Promise<string> {
  const bytes = await readFile(
    await factory.encode('huffyuv.avi', ...testCard('size=64x64:rate=5:duration=1'), '-c:v', 'huffyuv'),
  )
  const format = bytes.indexOf('strf') + 8
  bytes.writeUInt32LE(side, format + 4)
  bytes.writeUInt32LE(side, format + 8)
  return await factory.write(`sided-${side}.avi`, bytes)
}

const start = box('ftyp', Buffer.from('isom'), uint32s(512), Buffer.from('isomiso2mp41'))

/** Files that were videos, or pretend to be. */
export const corruptVideos: UploadFixture[] = [
  { name: 'an MP4 without its first half', make: slice('headless.mp4', 0.5, 1), expected: 'not_a_video' },
  { name: 'an MP4 without its second half', make: slice('cut.mp4', 0, 0.5), expected: 'truncated' },
  { name: 'an MP4 whose index is missing', make: slice('no-index.mp4', 0, 0.6, moovLast), expected: 'truncated' },
  {
    name: 'a Matroska file without its last third',
    make: slice('cut.mkv', 0, 0.66, { container: 'mkv' }),
    expected: 'truncated',
  },
  {
    name: 'an MP4 with zeros in the middle of its media',
    async make(factory) {
      const bytes = Buffer.from(await factory.bytes({ seconds: 4, keyframeSeconds: 1, audio: 'none' }))
      return await factory.write('hole.mp4', bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 20_000))
    },
    expected: playable({ seconds: 4, frames: 96, audioChannels: 0 }),
  },
  {
    name: 'an index that requires more memory than is available',
    make: changed('samples-bomb.mp4', 'stsz', (body) => put(body, 4, 0, 0x3fffffff)),
    expected: 'unreadable',
  },
  {
    name: 'an index of four thousand million frames of one size',
    make: changed('frames-bomb.mp4', 'stsz', (body) => put(body, 4, 1, 0xffffffff)),
    expected: 'truncated',
  },
  {
    name: 'an index whose frames last for days',
    make: changed('times-bomb.mp4', 'stts', (body) => put(body, 4, 1, 0xffffffff, 0x7fffffff)),
    expected: 'still_picture',
  },
  {
    name: 'an index whose data lie beyond the end',
    make: changed('beyond.mp4', 'stco', (body) => put(body, 8, 0xfffffff0)),
    expected: 'truncated',
  },
  {
    name: 'a header that claims hours',
    make: changed('hours.mp4', 'mdhd', (body) => put(body, 16, 0x7fffffff)),
    expected: playable({ seconds: 3, frames: 72, audioChannels: 0 }),
  },
  {
    name: 'a header with a time scale of zero',
    make: changed('no-clock.mp4', 'mdhd', (body) => put(body, 12, 0)),
    expected: 'still_picture',
  },
  {
    name: 'a box larger than the file',
    make: async (factory) =>
      await factory.write(
        'large-box.mp4',
        Buffer.concat([start, uint32s(0x7fffffff), Buffer.from('moov'), uint32s(8)]),
      ),
    expected: 'not_a_video',
  },
  {
    name: 'a box with the largest 64-bit size',
    make: async (factory) =>
      await factory.write(
        'larger-box.mp4',
        Buffer.concat([start, uint32s(1), Buffer.from('moov'), uint32s(0xffffffff, 0xffffffff), Buffer.alloc(100)]),
      ),
    expected: 'truncated',
  },
  {
    name: 'an index nested thousands of levels deep',
    make: async (factory) => await factory.write('nested.mp4', Buffer.concat([start, nested(5000)])),
    expected: 'unreadable',
  },
  {
    name: 'an index of ten thousand empty tracks',
    make: async (factory) => {
      const tracks = Array.from({ length: 10_000 }, () => box('trak'))
      return await factory.write('tracks.mp4', Buffer.concat([start, box('moov', ...tracks)]))
    },
    expected: 'unreadable',
  },
  {
    name: 'forty tracks',
    async make(factory) {
      const maps = Array.from({ length: 40 }, () => ['-map', '0:v']).flat()
      return await factory.encode('forty.mkv', ...testCard('size=32x32:rate=5:duration=1'), ...maps, '-c:v', 'mpeg4')
    },
    expected: 'too_many_streams',
  },
  {
    name: 'a video in a sparse file of twenty million bytes',
    async make(factory) {
      const path = await factory.write('sparse.mp4', await factory.bytes(videoOnly))
      await truncate(path, 20_000_000)
      return path
    },
    expected: playable({ seconds: 3, frames: 72, audioChannels: 0 }),
  },
  {
    name: 'one pixel',
    make: (factory) =>
      factory.encode(
        'one-pixel.mkv',
        '-f',
        'lavfi',
        '-i',
        'color=size=1x1:rate=5:duration=1,format=gray',
        '-c:v',
        'ffv1',
      ),
    expected: 'too_small_picture',
  },
  {
    name: 'a header that claims 16384 pixels a side for small frames',
    make: changed('boasting.mp4', 'stsd', (body) => put(body, 40, 0x40004000)),
    expected: playable({ seconds: 3, frames: 72, audioChannels: 0 }),
  },
  {
    name: 'frames of 12000 pixels a side',
    make: (factory) => withFrameSize(factory, 12_000),
    expected: 'too_large_picture',
  },
  {
    name: 'frames larger than ffmpeg allows',
    make: (factory) => withFrameSize(factory, 16_384),
    expected: 'unreadable',
  },
  {
    name: 'frames twenty times as wide as high',
    make: (factory) => factory.encode('line.mkv', ...testCard('size=320x16:rate=5:duration=1'), '-c:v', 'ffv1'),
    expected: 'odd_aspect',
  },
  {
    name: 'one frame',
    make: (factory) => factory.encode('one-frame.mp4', ...testCard(), '-frames:v', '1'),
    expected: 'still_picture',
  },
  {
    name: 'eleven minutes of four frames',
    make: (factory) => factory.encode('slow.mp4', ...testCard('size=64x64:rate=1/165:duration=660'), '-c:v', 'mpeg4'),
    expected: 'too_long',
  },
  {
    name: 'a video without a single keyframe',
    make: async (factory) =>
      await factory.encode(
        'no-keyframe.mp4',
        '-i',
        await factory.clip({ audio: 'none' }),
        '-c',
        'copy',
        '-bsf:v',
        'noise=drop=key',
      ),
    expected: 'not_convertible',
  },
  {
    name: 'a video labelled with another codec',
    make: changed('other-codec.mp4', 'stsd', (body) =>
      Buffer.from(body.toString('latin1').replace('avc1', 'hvc1'), 'latin1'),
    ),
    expected: 'unreadable',
  },
  {
    name: 'a video of an unknown codec',
    make: changed('no-codec.mp4', 'stsd', (body) =>
      Buffer.from(body.toString('latin1').replace('avc1', 'zzzz'), 'latin1'),
    ),
    expected: 'video_codec_unsupported',
  },
  {
    name: 'an MP4 with its index twice',
    async make(factory) {
      const boxes = readBoxes(await factory.bytes(moovLast))
      return await factory.write('twice.mp4', writeBoxes([...boxes, ...boxes.filter(({ type }) => type === 'moov')]))
    },
    expected: playable(),
  },
]
