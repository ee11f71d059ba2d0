import { describe, expect, it } from 'vitest'
import { aMeasurement } from '#tests/support/measurements.ts'
import { canBeChunked, longestSegment, type Pictures, planChunks } from './chunk-plan.ts'

/** So many seconds at 24 pictures a second. */
function film(seconds: number, keyframeEverySeconds: number): Pictures {
  const count = seconds * 24
  const times = Array.from({ length: count }, (_, picture) => 0.5 + picture / 24)
  const keyframes = Array.from({ length: Math.ceil(seconds / keyframeEverySeconds) }, (_, n) =>
    Math.round(n * keyframeEverySeconds * 24),
  )
  return { times, keyframes, endSeconds: 0.5 + seconds }
}

describe('a plan of chunks', () => {
  it.each([
    ['with many keyframes', film(600, 2)],
    ['with few', film(185, 31)],
    ['with one', film(61, 600)],
    ['that is just long enough', film(20, 2)],
  ])('covers a film %s, each picture once', (_name, pictures) => {
    const chunks = planChunks(pictures, null)
    expect(chunks.length).toBeGreaterThan(0)
    let next = 0
    for (const chunk of chunks) {
      expect(chunk.firstPicture).toBe(next)
      next += chunk.pictures
      expect(chunk.segmentStarts[0]).toBe(0)
      expect(chunk.endsAt - chunk.startsAt).toBeCloseTo(chunk.pictures / 24)
    }
    expect(next).toBe(pictures.times.length)
    const ends = chunks.map(({ toSeconds }) => toSeconds)
    expect(chunks.slice(1).map(({ fromSeconds }) => fromSeconds)).toEqual(ends.slice(0, -1))
    expect(ends.at(-1)).toBeNull()
    for (const { toSeconds } of chunks) expect(pictures.times).not.toContain(toSeconds)
    expect(longestSegment(pictures, chunks)).toBeLessThanOrEqual(6)
  })

  it('begins with a short one, has twelve seconds in the others, and leaves no small rest', () => {
    const lengths = planChunks(film(61, 2), null).map(({ pictures }) => pictures / 24)
    expect(lengths).toEqual([8, 12, 12, 12, 17])
  })

  it('has longer ones where nobody waits', () => {
    const lengths = planChunks(film(100, 2), null, 'later').map(({ pictures }) => pictures / 24)
    expect(lengths).toEqual([24, 24, 24, 28])
  })

  it('begins chunks at keyframes of the source where they are near', () => {
    const pictures = film(60, 5)
    const chunks = planChunks(pictures, null)
    expect(chunks.length).toBeGreaterThan(1)
    for (const { firstPicture } of chunks) expect(pictures.keyframes).toContain(firstPicture)
  })

  it('seeks behind the keyframe, and never as far as the next one', () => {
    expect(planChunks(film(60, 4), null)[1]?.seekSeconds).toBeCloseTo(0.5 + 8 + 0.14)
    expect(planChunks(film(60, 0.125), null)[1]?.seekSeconds).toBeCloseTo(0.5 + 8 + 0.0625)
    expect(planChunks(film(60, 4), null)[0]?.seekSeconds).toBeNull()
  })

  it('begins before the first picture, wherever that is', () => {
    expect(planChunks(film(60, 4), null)[0]?.fromSeconds).toBe(-0.5)
  })

  it('ends halfway between its last picture and the first of the next one, where no rounding reaches', () => {
    const [first, second] = planChunks(film(61, 2), null)
    expect(first?.toSeconds).toBeCloseTo(0.5 + 8 - 1 / 48)
    expect(second?.fromSeconds).toBe(first?.toSeconds)
  })

  it('has no segment without a picture, however long its last one is shown', () => {
    const chunks = planChunks({ ...film(10, 2), endSeconds: 18.5 }, null)
    expect(chunks.map(({ pictures, segmentStarts }) => [pictures, segmentStarts])).toEqual([
      [8 * 24, [0, 4 * 24]],
      [2 * 24, [0]],
    ])
  })

  it('numbers segments through', () => {
    const chunks = planChunks(film(61, 2), null)
    expect(chunks.map(({ segmentStarts }) => segmentStarts.length)).toEqual([2, 3, 3, 3, 4])
    expect(chunks.map(({ firstSegment }) => firstSegment)).toEqual([0, 2, 5, 8, 11])
  })

  it('keeps the segments of a rendition that is there', () => {
    const starts = [0, 100, 250, 400, 550, 700, 900, 1100]
    const chunks = planChunks(film(50, 1), starts)
    expect(chunks.length).toBeGreaterThan(1)
    expect(chunks.flatMap(({ firstPicture, segmentStarts }) => segmentStarts.map((at) => firstPicture + at))).toEqual(
      starts,
    )
    for (const { firstPicture } of chunks) expect(starts).toContain(firstPicture)
  })
})

describe('what is not encoded in chunks', () => {
  const may = (changes: Parameters<typeof aMeasurement>[0]) => canBeChunked(aMeasurement(changes), 'encode')
  const long = { durationSeconds: 60 }

  it('is short, of a container in which times are not found for sure, or of uneven, interlaced or hidden pictures', () => {
    expect(may(long)).toBe(true)
    expect(may({ durationSeconds: 15 })).toBe(false)
    expect(may({ ...long, container: 'avi' })).toBe(false)
    expect(may({ ...long, video: { isConstantFrameRate: false } })).toBe(false)
    expect(may({ ...long, video: { longestFrameSeconds: 20 } })).toBe(false)
    expect(may({ ...long, video: { isInterlaced: true } })).toBe(false)
    expect(may({ ...long, video: { hiddenPackets: 3 } })).toBe(false)
    expect(may({ ...long, video: { hasCleanTimestamps: false } })).toBe(false)
    expect(may({ ...long, video: { startsWithKeyframe: false } })).toBe(false)
  })

  it('has sound that begins before the picture', () => {
    expect(may({ ...long, video: { startSeconds: 0.5 } })).toBe(false)
  })
})
