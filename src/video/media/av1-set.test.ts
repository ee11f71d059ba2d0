import { describe, expect, it } from 'vitest'
import { createMediaInfo } from '#tests/support/media/media-info.ts'
import { isAv1Worthwhile, planAv1 } from './av1-set.ts'

const copy = { origin: 'copy' as const, width: 1280, height: 720, segment_frames: [96, 96, 48] }
const below = { origin: 'encode' as const, width: 640, height: 360, segment_frames: [96, 96, 48] }

describe('the AV1 set of a video', () => {
  it('has a rendition of every existing size, smallest first, with the same audio', () => {
    expect(planAv1(createMediaInfo(), [copy, below])).toMatchObject([
      { family: 'av1', name: '360p', width: 640, height: 360, audio: 'copy', maxVideoBitsPerSecond: 350_000 },
      { family: 'av1', name: '720p', width: 1280, height: 720, audio: 'copy', maxVideoBitsPerSecond: 1_120_000 },
    ])
  })

  it('has encoded audio where the other renditions do, and none where the source has none', () => {
    const encoded = [
      { ...copy, origin: 'encode' as const },
      { ...below, origin: 'encode' as const },
    ]
    const plans = [
      planAv1(createMediaInfo(), encoded),
      planAv1(createMediaInfo({ audio: { channels: 6 } }), [copy, below]),
      planAv1(createMediaInfo({ audio: null }), [copy, below]),
    ]
    expect(plans.map(([first]) => first?.audio)).toEqual(['encode', 'encode', 'none'])
  })

  it('is made for portrait videos by their shorter side', () => {
    const portrait = { ...copy, width: 720, height: 1280 }
    expect(planAv1(createMediaInfo({ video: { width: 720, height: 1280 } }), [portrait])).toHaveLength(1)
  })

  it('is made for videos of any length', () => {
    expect(planAv1(createMediaInfo({ durationSeconds: 0.5 }), [copy])).toHaveLength(1)
  })

  it('uses the preset of renditions that are not urgent', () => {
    expect(planAv1(createMediaInfo(), [copy, below]).map(({ preset }) => preset)).toEqual(['veryfast', 'veryfast'])
  })

  it.each([
    ['small videos', {}, [below]],
    ['videos just smaller than 720p', {}, [{ ...copy, width: 1278, height: 719 }]],
    ['videos larger than 1080p', {}, [{ ...copy, width: 2560, height: 1440 }]],
    ['very wide videos', {}, [{ ...copy, width: 2560, height: 1080 }]],
    ['videos whose segments were not counted', {}, [{ ...copy, segment_frames: null }]],
    ['videos with a variable frame rate', { video: { isConstantFrameRate: false } }, [copy]],
    ['interlaced videos', { video: { isInterlaced: true } }, [copy]],
    ['videos without renditions', {}, []],
  ])('is not made for %s', (_name, changes, present) => {
    expect(planAv1(createMediaInfo(changes), present)).toEqual([])
  })
})

describe('viewers gain from an AV1 set', () => {
  const rate = (height: number, averageBandwidth: number) => ({ width: height * 2, height, averageBandwidth })

  it('when it takes at most four fifths of the bits, and no rendition takes more than before', () => {
    const others = [rate(360, 500), rate(720, 1500)]
    expect(isAv1Worthwhile([rate(360, 400), rate(720, 1200)], others)).toBe(true)
    expect(isAv1Worthwhile([rate(360, 401), rate(720, 1200)], others)).toBe(false)
    expect(isAv1Worthwhile([rate(360, 501), rate(720, 700)], others)).toBe(false)
  })

  it('only beside renditions of the same sizes', () => {
    expect(isAv1Worthwhile([rate(480, 1)], [rate(360, 500)])).toBe(false)
  })
})
