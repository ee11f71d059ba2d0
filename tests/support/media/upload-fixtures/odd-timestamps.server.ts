import { type FixtureFactory, playable, testCard, tone, type UploadFixture } from './fixture.server.ts'
import { boxesOf, editMoov, setEdits, uint32s } from './mp4-boxes.ts'

/** The movie has 1000 ticks a second, its video track 12288; edits start at the tick of a frame. */
const edited = (fileName: string, edits: [shown: number, from: number][]) => async (factory: FixtureFactory) => {
  const bytes = await factory.bytes({
    seconds: 2,
    keyframeSeconds: 1,
    audio: 'none',
    extra: ['-bf', '0', '-movflags', '0'],
  })
  return await factory.write(
    fileName,
    editMoov(bytes, (moov) => setEdits(moov, edits)),
  )
}

const stream = { container: 'ts' } as const
/** A one-second transport stream whose clock starts at this many seconds. */
const streamAt = (factory: FixtureFactory, seconds: number, spec = {}) =>
  factory.bytes({
    ...stream,
    ...spec,
    extra: ['-output_ts_offset', String(seconds), '-muxdelay', '0', '-muxpreload', '0'],
  })

const joined =
  (fileName: string, ...parts: ((factory: FixtureFactory) => Promise<Buffer>)[]) =>
  async (factory: FixtureFactory) => {
    const bytes: Buffer[] = []
    for (const part of parts) bytes.push(await part(factory))
    return await factory.write(fileName, Buffer.concat(bytes))
  }

/** Videos with odd timestamps. */
export const oddTimestamps: UploadFixture[] = [
  {
    name: 'an edit list that begins later',
    make: edited('later.mp4', [[1000, 12288]]),
    expected: playable({ audioChannels: 0 }),
  },
  {
    name: 'an edit list that plays the same second three times',
    make: edited('loop.mp4', [
      [1000, 0],
      [1000, 0],
      [1000, 0],
    ]),
    expected: playable({ seconds: 3, frames: 72, audioChannels: 0 }),
  },
  {
    name: 'an edit list that swaps the halves',
    make: edited('turned.mp4', [
      [1000, 12288],
      [1000, 0],
    ]),
    expected: playable({ seconds: 2, frames: 48, audioChannels: 0 }),
  },
  {
    name: 'an edit list that waits for half a second',
    make: edited('wait.mp4', [
      [500, 0xffffffff],
      [2000, 0],
    ]),
    expected: playable({ seconds: 2, frames: 48, audioChannels: 0 }),
  },
  {
    name: 'an edit list from before the beginning',
    make: edited('negative.mp4', [[2000, 0x80000000]]),
    expected: 'truncated',
  },
  {
    name: 'an edit list of two hours',
    make: edited('long-edit.mp4', [[7_200_000, 0]]),
    expected: playable({ seconds: 2, frames: 48, audioChannels: 0 }),
  },
  {
    name: 'an edit list of ten thousand entries',
    make: edited(
      'edits.mp4',
      Array.from({ length: 10_000 }, (_, n): [number, number] => [1, n % 12000]),
    ),
    expected: 'too_many_frames',
  },
  {
    name: 'a clock that starts at twelve hours',
    make: joined('day.ts', (factory) => streamAt(factory, 86400 / 2)),
    expected: playable(),
  },
  {
    name: 'a clock that wraps in the middle',
    make: joined('over.ts', (factory) => streamAt(factory, 2 ** 33 / 90000 - 0.5)),
    expected: playable(),
  },
  {
    name: 'a clock that jumps back',
    make: joined(
      'back.ts',
      (factory) => streamAt(factory, 100),
      (factory) => streamAt(factory, 10),
    ),
    expected: playable({ seconds: 2, frames: 48 }),
  },
  {
    name: 'a clock that jumps ahead by a minute',
    make: joined(
      'ahead.ts',
      (factory) => streamAt(factory, 10),
      (factory) => streamAt(factory, 71),
    ),
    expected: playable({ seconds: 2, frames: 48 }),
  },
  {
    name: 'a clock that jumps ahead by three seconds',
    make: joined(
      'gap.ts',
      (factory) => streamAt(factory, 10),
      (factory) => streamAt(factory, 14),
    ),
    expected: playable({ seconds: 5, frames: 48 }),
  },
  {
    name: 'a video without two seconds in the middle',
    async make(factory) {
      const gap = ['-vf', "select='lt(t,1)+gte(t,3)'", '-fps_mode', 'passthrough', '-c:v', 'libx264']
      return await factory.encode('middle.mp4', ...testCard('size=160x120:rate=24:duration=4'), ...gap)
    },
    expected: playable({ seconds: 4, frames: 48, audioChannels: 0 }),
  },
  {
    name: 'timestamps that are almost all the same',
    async make(factory) {
      const bytes = editMoov(await factory.bytes({ audio: 'none', extra: ['-bf', '0', '-movflags', '0'] }), (moov) => {
        for (const stts of boxesOf([moov], 'stts')) stts.body = uint32s(0, 2, 23, 0, 1, 12288)
      })
      return await factory.write('same-times.mp4', bytes)
    },
    expected: playable({ audioChannels: 0 }),
  },
  {
    name: 'a thousand frames a second',
    make: (factory) => factory.encode('thousand.mp4', ...testCard('size=64x64:rate=1000:duration=1'), '-c:v', 'mpeg4'),
    expected: playable({ width: 64, height: 64, frames: 1000, audioChannels: 0 }),
  },
  {
    name: 'two frames',
    make: (factory) => factory.encode('two.mp4', ...testCard(), '-frames:v', '2'),
    expected: playable({ seconds: 2 / 24, frames: 2, audioChannels: 0 }),
  },
  {
    name: 'three frames in ten minutes',
    make: (factory) => factory.encode('slides.mp4', ...testCard('size=64x64:rate=1/200:duration=600'), '-c:v', 'mpeg4'),
    // A frame every two seconds, and one at the end.
    expected: playable({ width: 64, height: 64, seconds: 600, frames: 301, audioChannels: 0 }),
  },
  {
    name: 'one frame and a minute of audio',
    make: (factory) => factory.encode('one-frame.mkv', ...testCard('size=64x64:rate=1:duration=1'), ...tone(60)),
    expected: playable({ width: 64, height: 64, seconds: 60, frames: 31, audioChannels: 1 }),
  },
  {
    name: 'uneven frames',
    make: (factory) => factory.clip({ seconds: 2, isVariableFrameRate: true, container: 'mkv' }),
    expected: playable({ seconds: 2, frames: 28 }),
  },
  {
    name: '29.97 frames a second',
    make: (factory) => factory.clip({ fps: '30000/1001', container: 'mkv' }),
    expected: playable({ frames: 30 }),
  },
  {
    name: 'audio that continues after the video',
    make: (factory) => factory.encode('sound-after.mp4', ...testCard(), ...tone(3)),
    expected: playable({ seconds: 3, audioChannels: 1 }),
  },
  {
    name: 'audio that ends before the video',
    make: (factory) => factory.encode('sound-before.mkv', ...testCard('size=160x120:rate=24:duration=3'), ...tone(1)),
    expected: playable({ seconds: 3, frames: 72, audioChannels: 1 }),
  },
  {
    name: 'audio that begins late',
    make: (factory) => factory.clip({ seconds: 3, audioDelaySeconds: 2 }),
    expected: playable({ seconds: 3, frames: 72 }),
  },
]
