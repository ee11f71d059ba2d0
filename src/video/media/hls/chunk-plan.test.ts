import { describe, expect, it } from 'vitest'
import { createMediaInfo } from '#tests/support/media/media-info.ts'
import type { FrameTimes } from '../frame-times.ts'
import { canBeChunked, longestSegment, planChunks } from './chunk-plan.ts'

/** A video of this many seconds at 24 frames a second. */
function makeFrameTimes(seconds: number, keyframeEverySeconds: number): FrameTimes {
  const count = seconds * 24
  const times = Array.from({ length: count }, (_, frame) => 0.5 + frame / 24)
  const keyframes = Array.from({ length: Math.ceil(seconds / keyframeEverySeconds) }, (_, n) =>
    Math.round(n * keyframeEverySeconds * 24),
  )
  return { times, keyframes, endSeconds: 0.5 + seconds }
}

describe('a plan of chunks', () => {
  it.each([
    ['with many keyframes', makeFrameTimes(600, 2)],
    ['with few', makeFrameTimes(185, 31)],
    ['with one', makeFrameTimes(61, 600)],
    ['that is just long enough', makeFrameTimes(20, 2)],
  ])('covers a video %s, each frame once', (_name, frameTimes) => {
    const chunks = planChunks(frameTimes, null)
    expect(chunks.length).toBeGreaterThan(0)
    let next = 0
    for (const chunk of chunks) {
      expect(chunk.firstFrame).toBe(next)
      next += chunk.frameCount
      expect(chunk.segmentStarts[0]).toBe(0)
      expect(chunk.endsAt - chunk.startsAt).toBeCloseTo(chunk.frameCount / 24)
    }
    expect(next).toBe(frameTimes.times.length)
    const ends = chunks.map(({ toSeconds }) => toSeconds)
    expect(chunks.slice(1).map(({ fromSeconds }) => fromSeconds)).toEqual(ends.slice(0, -1))
    expect(ends.at(-1)).toBeNull()
    for (const { toSeconds } of chunks) expect(frameTimes.times).not.toContain(toSeconds)
    expect(longestSegment(frameTimes, chunks)).toBeLessThanOrEqual(6)
  })

  it('begins with a short chunk, has twelve seconds in the others, and leaves no short remainder', () => {
    const lengths = planChunks(makeFrameTimes(61, 2), null).map(({ frameCount }) => frameCount / 24)
    expect(lengths).toEqual([8, 12, 12, 12, 17])
  })

  it('has longer chunks for later renditions', () => {
    const lengths = planChunks(makeFrameTimes(100, 2), null, 'later').map(({ frameCount }) => frameCount / 24)
    expect(lengths).toEqual([30, 30, 40])
  })

  it('begins chunks at nearby keyframes of the source', () => {
    const frameTimes = makeFrameTimes(60, 5)
    const chunks = planChunks(frameTimes, null)
    expect(chunks.length).toBeGreaterThan(1)
    for (const { firstFrame } of chunks) expect(frameTimes.keyframes).toContain(firstFrame)
  })

  it('seeks to just after the keyframe, and never as far as the next one', () => {
    expect(planChunks(makeFrameTimes(60, 4), null)[1]?.seekSeconds).toBeCloseTo(0.5 + 8 + 0.14)
    expect(planChunks(makeFrameTimes(60, 0.125), null)[1]?.seekSeconds).toBeCloseTo(0.5 + 8 + 0.0625)
    expect(planChunks(makeFrameTimes(60, 4), null)[0]?.seekSeconds).toBeNull()
  })

  it('begins before the first frame, wherever that is', () => {
    expect(planChunks(makeFrameTimes(60, 4), null)[0]?.fromSeconds).toBe(-0.5)
  })

  it('ends halfway between its last frame and the first of the next chunk, out of reach of rounding', () => {
    const [first, second] = planChunks(makeFrameTimes(61, 2), null)
    expect(first?.toSeconds).toBeCloseTo(0.5 + 8 - 1 / 48)
    expect(second?.fromSeconds).toBe(first?.toSeconds)
  })

  it('has no segment without a frame, however long its last frame is shown', () => {
    const chunks = planChunks({ ...makeFrameTimes(10, 2), endSeconds: 18.5 }, null)
    expect(chunks.map(({ frameCount, segmentStarts }) => [frameCount, segmentStarts])).toEqual([
      [8 * 24, [0, 4 * 24]],
      [2 * 24, [0]],
    ])
  })

  it('numbers segments consecutively across chunks', () => {
    const chunks = planChunks(makeFrameTimes(61, 2), null)
    expect(chunks.map(({ segmentStarts }) => segmentStarts.length)).toEqual([2, 3, 3, 3, 4])
    expect(chunks.map(({ firstSegment }) => firstSegment)).toEqual([0, 2, 5, 8, 11])
  })

  it('preserves the segment starts of an existing rendition', () => {
    const starts = [0, 100, 250, 400, 550, 700, 900, 1100]
    const chunks = planChunks(makeFrameTimes(50, 1), starts)
    expect(chunks.length).toBeGreaterThan(1)
    expect(chunks.flatMap(({ firstFrame, segmentStarts }) => segmentStarts.map((at) => firstFrame + at))).toEqual(
      starts,
    )
    for (const { firstFrame } of chunks) expect(starts).toContain(firstFrame)
  })
})

describe('a video that is not encoded in chunks', () => {
  const isChunkable = (changes: Parameters<typeof createMediaInfo>[0]) =>
    canBeChunked(createMediaInfo(changes), 'encode')
  const long = { durationSeconds: 60 }

  it('is short, in a container without reliable seeking, or has uneven, interlaced or hidden frames', () => {
    expect(isChunkable(long)).toBe(true)
    expect(isChunkable({ durationSeconds: 15 })).toBe(false)
    expect(isChunkable({ ...long, container: 'avi' })).toBe(false)
    expect(isChunkable({ ...long, video: { isConstantFrameRate: false } })).toBe(false)
    expect(isChunkable({ ...long, video: { longestFrameSeconds: 20 } })).toBe(false)
    expect(isChunkable({ ...long, video: { isInterlaced: true } })).toBe(false)
    expect(isChunkable({ ...long, video: { hiddenPackets: 3 } })).toBe(false)
    expect(isChunkable({ ...long, video: { hasCleanTimestamps: false } })).toBe(false)
    expect(isChunkable({ ...long, video: { startsWithKeyframe: false } })).toBe(false)
  })

  it('has audio that begins before the video', () => {
    expect(isChunkable({ ...long, video: { startSeconds: 0.5 } })).toBe(false)
  })
})
