import { describe, expect, it } from 'vitest'
import { createMediaInfo } from '#tests/support/media/media-info.ts'
import { planEncodes } from '../ladder.ts'
import { decodeDeadlineMs, encodeDeadlineMs, lowPriorityDeadlineMs, runDeadlineMs, stallLimitMs } from './deadlines.ts'

/** A complete ladder of a video of ten seconds. */
function ladderOf(width: number, height: number, framesPerSecond: number, seconds = 10) {
  const targets = planEncodes(createMediaInfo({ video: { width, height } }))
  const frames = framesPerSecond * seconds
  return { width, height, decodedFrames: frames, encodedFrames: frames, seconds, targets }
}

describe('the deadline of an encode', () => {
  it('is ten times as long for ten times as many frames, except for its first minute', () => {
    const [slow, quick] = [ladderOf(1920, 1080, 24), ladderOf(1920, 1080, 240)].map(encodeDeadlineMs)
    expect(((quick ?? 0) - 60_000) / ((slow ?? 0) - 60_000)).toBeCloseTo(10, 0)
  })
  it('grows with the pixels of the source and of each target', () => {
    const one = ladderOf(1920, 1080, 60)
    expect(encodeDeadlineMs({ ...one, width: 3840, height: 2160 })).toBeGreaterThan(encodeDeadlineMs(one))
    expect(encodeDeadlineMs({ ...one, targets: one.targets.slice(1) })).toBeLessThan(encodeDeadlineMs(one))
    expect(encodeDeadlineMs({ ...one, decodedFrames: 6000 })).toBeGreaterThan(encodeDeadlineMs(one))
  })
  it('is longer for AV1', () => {
    const one = ladderOf(1280, 720, 24)
    const targets = one.targets.map((target) => ({ ...target, family: 'av1' as const }))
    expect(encodeDeadlineMs({ ...one, targets }) - 60_000).toBeGreaterThan(3 * (encodeDeadlineMs(one) - 60_000))
  })
  it('is five minutes longer when it yields to all other work', () => {
    const one = ladderOf(1280, 720, 24)
    expect(encodeDeadlineMs({ ...one, isLowPriority: true }) - encodeDeadlineMs(one)).toBe(300_000)
  })
  it('is at least a minute and four times the length, and ends before its job does', () => {
    expect(encodeDeadlineMs(ladderOf(160, 90, 1))).toBe(100_000)
    expect(encodeDeadlineMs(ladderOf(3840, 2160, 300, 600))).toBe(5 * 3600 * 1000)
  })
})

describe('the time without progress', () => {
  it('is a minute, and five minutes longer for a run that yields to all other work', () => {
    expect(stallLimitMs()).toBe(60_000)
    expect(stallLimitMs(true)).toBe(360_000)
  })
})

describe('the deadline of decoding a range', () => {
  it('depends on the frames in it', () => {
    const mediaInfo = createMediaInfo({ durationSeconds: 100, video: { width: 3840, height: 2160, packets: 24_000 } })
    expect(decodeDeadlineMs(mediaInfo, 10)).toBe(Math.ceil(60_000 + (3840 * 2160 * 2400) / 50_000))
    expect(decodeDeadlineMs(createMediaInfo(), 10)).toBe(runDeadlineMs(10))
  })
})

describe('the deadline of work that yields to all other work', () => {
  it('is five minutes longer, and the three runs of a video end within the hour of their job', () => {
    expect(lowPriorityDeadlineMs(10) - runDeadlineMs(10)).toBe(300_000)
    expect(lowPriorityDeadlineMs(600) + 2 * lowPriorityDeadlineMs(10)).toBeLessThan(3_600_000)
  })
})
