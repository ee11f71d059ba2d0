import { describe, expect, test } from 'vitest'
import { FrameTimes } from '#app/playback/frame-times.ts'
import {
  frameFrom,
  frameWords,
  lengthWords,
  readFrame,
  snapToCut,
  timeOfFrame,
  type VideoFrames,
} from './video-frames.ts'

const ntsc: VideoFrames = {
  times: FrameTimes.atRate({ numerator: 24_000, denominator: 1001 }, 7200),
  cuts: [100, 104, 500],
}
const even: VideoFrames = { times: FrameTimes.atRate({ numerator: 24, denominator: 1 }, 7200), cuts: [] }
const uneven: VideoFrames = { times: FrameTimes.varying([0, 0.04, 0.2, 0.24, 1.5], 2), cuts: [] }

test.each([
  ['vtt', ntsc],
  ['ass', ntsc],
  ['srt', even],
  ['ass', uneven],
] as const)('every frame that %s can tell is read back as it was put', (format, videoFrames) => {
  const frames = Array.from({ length: videoFrames.times.count + 1 }, (_, frame) => frame)
  expect(frames.map((frame) => frameFrom(videoFrames, timeOfFrame(videoFrames, frame, format)))).toEqual(frames)
})

describe('a time', () => {
  test.each([
    ['3:17 +18', 197 * 24 + 18],
    ['3:17+18', 197 * 24 + 18],
    ['0:03:17.750', 197 * 24 + 18],
    ['197,75', 197 * 24 + 18],
    ['0:00 +00', 0],
    ['5:00', 7200],
    ['5:00 +01', null],
    ['9:00', null],
    ['now', null],
    ['', null],
  ])('%j is read', (raw, frame) => {
    expect(readFrame(even, raw)).toBe(frame)
  })

  test('is written as it is read', () => {
    const framesOf = ({ times }: VideoFrames) => Array.from({ length: times.count }, (_, frame) => frame)
    const videos = [ntsc, even, uneven]
    const read = videos.map((videoFrames) =>
      framesOf(videoFrames).map((frame) => readFrame(videoFrames, frameWords(videoFrames, frame))),
    )
    expect(read).toEqual(videos.map(framesOf))
  })
})

test('a frame within three of a cut snaps to the nearest one', () => {
  expect([97, 96, 102, 103, 107, 108].map((frame) => snapToCut(ntsc, frame))).toEqual([100, 96, 100, 104, 104, 108])
})

test.each([
  [0, 44, '1 s 20 f'],
  [0, 9, '9 f'],
  [24, 48, '1 s'],
  [5, 5, '0 f'],
])('frames %d to %d last %s', (from, to, words) => {
  expect(lengthWords(even, from, to)).toBe(words)
})
