import { describe, expect, it } from 'vitest'
import { FrameTimes, formatFrames } from './frame-times.ts'

const rates = [
  [24000, 1001],
  [24, 1],
  [25, 1],
  [30000, 1001],
  [30, 1],
  [60, 1],
] as const

describe('frames at a constant rate', () => {
  it.each(rates)('%i/%i: a time shows the frame it is in, also when it is rounded', (numerator, denominator) => {
    const times = FrameTimes.atRate({ numerator, denominator }, 36_000)
    const frames = Array.from({ length: 36_000 }, (_, frame) => frame)
    expect(frames.filter((frame) => times.frameAt(times.startOf(frame)) !== frame)).toEqual([])
    expect(frames.filter((frame) => times.frameAt(times.middleOf(frame)) !== frame)).toEqual([])
    const rounded = (frame: number) => Math.floor(times.startOf(frame) * 12_800) / 12_800
    expect(frames.filter((frame) => times.frameAt(rounded(frame)) !== frame)).toEqual([])
  })

  it.each(rates)('%i/%i: the clock counts the frames of each second from 0', (numerator, denominator) => {
    const times = FrameTimes.atRate({ numerator, denominator }, 3_000)
    const clocks = Array.from({ length: times.count }, (_, frame) => times.clockOf(frame))
    const isNext = (frame: number) => {
      const [before, now] = [clocks[frame - 1]!, clocks[frame]!]
      if (now.second === before.second) return now.frames === before.frames + 1
      return now.second === before.second + 1 && now.frames === 0
    }
    expect(clocks[0]).toEqual({ second: 0, frames: 0 })
    expect([...clocks.keys()].slice(1).filter((frame) => !isNext(frame))).toEqual([])
  })

  it('stays inside the film', () => {
    const times = FrameTimes.atRate({ numerator: 24, denominator: 1 }, 48)
    expect([times.frameAt(-1), times.frameAt(0), times.frameAt(1.99), times.frameAt(60)]).toEqual([0, 0, 47, 47])
    expect([times.clamp(-3), times.clamp(90)]).toEqual([0, 47])
    expect(times.middleOf(47)).toBeCloseTo(47.5 / 24)
  })
})

describe('frames at a varying rate', () => {
  const times = FrameTimes.varying([0, 0.04, 0.05, 0.9, 1.5, 2.25], 2.5)

  it('are found by their own times', () => {
    expect([0, 0.037, 0.04, 0.0496, 0.06, 0.9, 1.2, 2, 2.25, 9].map((seconds) => times.frameAt(seconds))).toEqual([
      0, 0, 1, 2, 2, 3, 3, 4, 5, 5,
    ])
    expect(times.middleOf(5)).toBeCloseTo(2.375)
  })

  it('are counted by the second in which they begin', () => {
    expect([0, 2, 3, 4, 5].map((frame) => times.clockOf(frame))).toEqual([
      { second: 0, frames: 0 },
      { second: 0, frames: 2 },
      { second: 0, frames: 3 },
      { second: 1, frames: 0 },
      { second: 2, frames: 0 },
    ])
  })
})

it('frames of a second have two digits', () => {
  expect([0, 9, 23, 119].map(formatFrames)).toEqual(['+00', '+09', '+23', '+119'])
})
