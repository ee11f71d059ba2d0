import { boxesOf, setEdits, withIndex, words } from './mp4-surgery.ts'
import { card, type OddFile, plays, tone, type Workshop } from './odd-file.server.ts'

/** The film has 1000 ticks a second; its picture 12288, and pictures are taken from the tick of the first one. */
const edited = (fileName: string, edits: [shown: number, from: number][]) => async (shop: Workshop) => {
  const bytes = await shop.bytes({
    seconds: 2,
    keyframeSeconds: 1,
    audio: 'none',
    extra: ['-bf', '0', '-movflags', '0'],
  })
  return await shop.write(
    fileName,
    withIndex(bytes, (moov) => setEdits(moov, edits)),
  )
}

const stream = { container: 'ts' } as const
/** A transport stream of one second whose clock begins at so many seconds. */
const streamAt = (shop: Workshop, seconds: number, spec = {}) =>
  shop.bytes({
    ...stream,
    ...spec,
    extra: ['-output_ts_offset', String(seconds), '-muxdelay', '0', '-muxpreload', '0'],
  })

const joined =
  (fileName: string, ...parts: ((shop: Workshop) => Promise<Buffer>)[]) =>
  async (shop: Workshop) => {
    const bytes: Buffer[] = []
    for (const part of parts) bytes.push(await part(shop))
    return await shop.write(fileName, Buffer.concat(bytes))
  }

/** Films whose times are odd. */
export const oddTimes: OddFile[] = [
  { name: 'an edit list that begins later', make: edited('later.mp4', [[1000, 12288]]), end: plays({ sound: 0 }) },
  {
    name: 'an edit list that plays the same second three times',
    make: edited('loop.mp4', [
      [1000, 0],
      [1000, 0],
      [1000, 0],
    ]),
    end: plays({ seconds: 3, frames: 72, sound: 0 }),
  },
  {
    name: 'an edit list that turns the halves round',
    make: edited('turned.mp4', [
      [1000, 12288],
      [1000, 0],
    ]),
    end: plays({ seconds: 2, frames: 48, sound: 0 }),
  },
  {
    name: 'an edit list that waits for half a second',
    make: edited('wait.mp4', [
      [500, 0xffffffff],
      [2000, 0],
    ]),
    end: plays({ seconds: 2, frames: 48, sound: 0 }),
  },
  {
    name: 'an edit list from before the beginning',
    make: edited('negative.mp4', [[2000, 0x80000000]]),
    end: 'truncated',
  },
  {
    name: 'an edit list that asks for two hours of it',
    make: edited('long-edit.mp4', [[7_200_000, 0]]),
    end: plays({ seconds: 2, frames: 48, sound: 0 }),
  },
  {
    name: 'an edit list of ten thousand entries',
    make: edited(
      'edits.mp4',
      Array.from({ length: 10_000 }, (_, n): [number, number] => [1, n % 12000]),
    ),
    end: 'too_many_frames',
  },
  {
    name: 'a clock that begins after a day',
    make: joined('day.ts', (shop) => streamAt(shop, 86400 / 2)),
    end: plays(),
  },
  {
    name: 'a clock that runs over in the middle',
    make: joined('over.ts', (shop) => streamAt(shop, 2 ** 33 / 90000 - 0.5)),
    end: plays(),
  },
  {
    name: 'a clock that jumps back',
    make: joined(
      'back.ts',
      (shop) => streamAt(shop, 100),
      (shop) => streamAt(shop, 10),
    ),
    end: plays({ seconds: 2, frames: 48 }),
  },
  {
    name: 'a clock that jumps ahead by a minute',
    make: joined(
      'ahead.ts',
      (shop) => streamAt(shop, 10),
      (shop) => streamAt(shop, 71),
    ),
    end: plays({ seconds: 2, frames: 48 }),
  },
  {
    name: 'a clock that jumps ahead by three seconds',
    make: joined(
      'gap.ts',
      (shop) => streamAt(shop, 10),
      (shop) => streamAt(shop, 14),
    ),
    end: plays({ seconds: 5, frames: 48 }),
  },
  {
    name: 'a film of which two seconds are missing in the middle',
    async make(shop) {
      const gap = ['-vf', "select='lt(t,1)+gte(t,3)'", '-fps_mode', 'passthrough', '-c:v', 'libx264']
      return await shop.made('middle.mp4', ...card('size=160x120:rate=24:duration=4'), ...gap)
    },
    end: plays({ seconds: 4, frames: 48, sound: 0 }),
  },
  {
    name: 'times that all are the same',
    async make(shop) {
      const bytes = withIndex(await shop.bytes({ audio: 'none', extra: ['-bf', '0', '-movflags', '0'] }), (moov) => {
        for (const stts of boxesOf([moov], 'stts')) stts.body = words(0, 2, 23, 0, 1, 12288)
      })
      return await shop.write('same-times.mp4', bytes)
    },
    end: plays({ sound: 0 }),
  },
  {
    name: 'a thousand frames a second',
    make: (shop) => shop.made('thousand.mp4', ...card('size=64x64:rate=1000:duration=1'), '-c:v', 'mpeg4'),
    end: plays({ width: 64, height: 64, frames: 1000, sound: 0 }),
  },
  {
    name: 'two frames',
    make: (shop) => shop.made('two.mp4', ...card(), '-frames:v', '2'),
    end: plays({ seconds: 2 / 24, frames: 2, sound: 0 }),
  },
  {
    name: 'three frames in ten minutes',
    make: (shop) => shop.made('slides.mp4', ...card('size=64x64:rate=1/200:duration=600'), '-c:v', 'mpeg4'),
    // A picture every two seconds, and one at the end.
    end: plays({ width: 64, height: 64, seconds: 600, frames: 301, sound: 0 }),
  },
  {
    name: 'one frame under a minute of sound',
    make: (shop) => shop.made('one-frame.mkv', ...card('size=64x64:rate=1:duration=1'), ...tone(60)),
    end: plays({ width: 64, height: 64, seconds: 60, frames: 31, sound: 1 }),
  },
  {
    name: 'uneven frames',
    make: (shop) => shop.clip({ seconds: 2, isVariableFrameRate: true, container: 'mkv' }),
    end: plays({ seconds: 2, frames: 28 }),
  },
  {
    name: '29.97 frames a second',
    make: (shop) => shop.clip({ fps: '30000/1001', container: 'mkv' }),
    end: plays({ frames: 30 }),
  },
  {
    name: 'sound that goes on after the picture',
    make: (shop) => shop.made('sound-after.mp4', ...card(), ...tone(3)),
    end: plays({ seconds: 3, sound: 1 }),
  },
  {
    name: 'sound that ends before the picture',
    make: (shop) => shop.made('sound-before.mkv', ...card('size=160x120:rate=24:duration=3'), ...tone(1)),
    end: plays({ seconds: 3, frames: 72, sound: 1 }),
  },
  {
    name: 'sound that comes late',
    make: (shop) => shop.clip({ seconds: 3, audioDelaySeconds: 2 }),
    end: plays({ seconds: 3, frames: 72 }),
  },
]
