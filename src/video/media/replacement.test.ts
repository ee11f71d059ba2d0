import { describe, expect, it } from 'vitest'
import { createMediaInfo } from '#tests/support/media/media-info.ts'
import {
  isWorthReplacing,
  meanSimilarity,
  planLater,
  planReplacement,
  replacedBy,
  type Similarity,
} from './replacement.ts'

const foreign = (changes: object = {}) => createMediaInfo({ video: { codec: 'vp9', profile: '', ...changes } })

describe('the replacement of the first rendition', () => {
  it('is planned with a better preset, before all larger renditions', () => {
    const planned = planLater(foreign({ width: 1280, height: 720 }))
    expect(planned.map(({ name, preset, replacesFirst = false }) => [name, preset, replacesFirst])).toEqual([
      ['360p', 'faster', true],
      ['480p', 'veryfast', false],
      ['720p', 'veryfast', false],
    ])
  })

  it('is not planned where nothing else is made', () => {
    expect(planReplacement(foreign({ width: 640, height: 360 }))).toBeNull()
    expect(planLater(foreign({ width: 640, height: 360 }))).toEqual([])
  })

  it.each([
    [854, 480, false],
    [960, 540, true],
    [1280, 720, true],
    [720, 1280, true],
    [3840, 2160, true],
  ])('is planned for %i x %i: %s, by its share of the work', (width, height, isPlanned) => {
    expect(planReplacement(foreign({ width, height })) !== null).toBe(isPlanned)
  })

  it('is not planned where frames are repeated', () => {
    expect(planReplacement(foreign({ width: 1280, height: 720, longestFrameSeconds: 60 }))).toBeNull()
  })

  it('replaces the rendition of its size; no other target does', () => {
    const published = [480, 360].map((height) => ({
      width: (height * 16) / 9,
      height,
      average_bandwidth: 1,
      segment_frames: null,
    }))
    const [replacement, other] = planLater(foreign({ width: 1280, height: 720 }))
    expect(replacedBy(replacement!, published)?.height).toBe(360)
    expect(replacedBy(other!, published)).toBeUndefined()
    expect(replacedBy(replacement!, published.slice(0, 1))).toBeUndefined()
  })
})

describe('isWorthReplacing', () => {
  const first = { width: 640, height: 360, average_bandwidth: 300_000, segment_frames: [96, 48] }
  const alike: Similarity = { frames: 96, first: 0.98, replacement: 0.98 }
  it.each<[string, number, number[], Similarity | null, boolean]>([
    ['with fewer bits and as near to the source', 240_000, [96, 48], alike, true],
    ['with any fewer bits and as near', 299_999, [96, 48], alike, true],
    ['not with as many bits', 300_000, [96, 48], { ...alike, replacement: 1 }, false],
    ['with a twentieth fewer bits and a little further', 285_000, [96, 48], { ...alike, replacement: 0.9791 }, true],
    ['not with hardly fewer bits and a little further', 285_001, [96, 48], { ...alike, replacement: 0.9791 }, false],
    ['not with more bits, however near to the source', 310_000, [96, 48], { ...alike, replacement: 1 }, false],
    ['a thousandth further from the source', 240_000, [96, 48], { frames: 96, first: 0.5, replacement: 0.499 }, true],
    ['not further from the source than that', 240_000, [96, 48], { ...alike, replacement: 0.9789 }, false],
    ['not with other segments', 240_000, [96, 47], alike, false],
    ['not where nothing could be compared', 240_000, [96, 48], null, false],
  ])('%s', (_name, averageBandwidth, segmentFrames, similarity, isWorth) => {
    expect(isWorthReplacing({ averageBandwidth, segmentFrames }, first, similarity)).toBe(isWorth)
  })
})

describe('meanSimilarity', () => {
  it('weights ranges by their frames', () => {
    const ranges = [
      { frames: 10, first: 1, replacement: 0.5 },
      { frames: 30, first: 0.5, replacement: 1 },
    ]
    expect(meanSimilarity(ranges)).toEqual({ frames: 40, first: 0.625, replacement: 0.875 })
  })
  it('is null without any', () => expect(meanSimilarity([])).toBeNull())
})
