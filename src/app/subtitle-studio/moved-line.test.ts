import { expect, test } from 'vitest'
import { FrameTimes } from '#app/playback/frame-times.ts'
import { moved, timesOf, withEnd, withStart } from './moved-line.ts'

const videoFrames = { times: FrameTimes.atRate({ numerator: 24, denominator: 1 }, 240), cuts: [] }

test('a line that would begin after its end, or end before its start, moves with its length', () => {
  const line = { from: 24, to: 48 }
  expect(withStart(videoFrames, line, 30)).toEqual({ from: 30, to: 48 })
  expect(withStart(videoFrames, line, 60)).toEqual({ from: 60, to: 84 })
  expect(withEnd(videoFrames, line, 60)).toEqual({ from: 24, to: 60 })
  expect(withEnd(videoFrames, line, 12)).toEqual({ from: 0, to: 12 })
})

test('a line stays in the film', () => {
  expect(moved(videoFrames, { from: 5, to: 10 }, -9)).toEqual({ from: 0, to: 5 })
  expect(moved(videoFrames, { from: 230, to: 239 }, 9)).toEqual({ from: 231, to: 240 })
  expect(withStart(videoFrames, { from: 5, to: 10 }, 900)).toEqual({ from: 239, to: 240 })
  expect(withEnd(videoFrames, { from: 5, to: 10 }, -3)).toEqual({ from: 0, to: 1 })
})

test('an end that has not moved keeps its time, also between two frames', () => {
  expect(timesOf(videoFrames, { from: 1.01, to: 2.013 }, { from: 25, to: 50 }, 'vtt')).toEqual({
    from: 1.01,
    to: 2.083,
  })
})
