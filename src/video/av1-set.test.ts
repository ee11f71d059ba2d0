import { describe, expect, it } from 'vitest'
import { aMeasurement } from '#tests/support/measurements.ts'
import { isAv1Worthwhile, planAv1 } from './av1-set.ts'

const copy = { origin: 'copy' as const, width: 1280, height: 720, segment_frames: [96, 96, 48] }
const below = { origin: 'encode' as const, width: 640, height: 360, segment_frames: [96, 96, 48] }

describe('the AV1 set of a film', () => {
  it('has a rendition of each size that is there, smallest first, with the same sound', () => {
    expect(planAv1(aMeasurement(), [copy, below])).toMatchObject([
      { family: 'av1', name: '360p', width: 640, height: 360, audio: 'copy', maxVideoBitsPerSecond: 350_000 },
      { family: 'av1', name: '720p', width: 1280, height: 720, audio: 'copy', maxVideoBitsPerSecond: 1_120_000 },
    ])
  })

  it('has encoded sound where the others have it, and none where there is none', () => {
    const encoded = [
      { ...copy, origin: 'encode' as const },
      { ...below, origin: 'encode' as const },
    ]
    const plans = [
      planAv1(aMeasurement(), encoded),
      planAv1(aMeasurement({ audio: { channels: 6 } }), [copy, below]),
      planAv1(aMeasurement({ audio: null }), [copy, below]),
    ]
    expect(plans.map(([first]) => first?.audio)).toEqual(['encode', 'encode', 'none'])
  })

  it('is made of upright films by their shorter side', () => {
    const upright = { ...copy, width: 720, height: 1280 }
    expect(planAv1(aMeasurement({ video: { width: 720, height: 1280 } }), [upright])).toHaveLength(1)
  })

  it('is made of films of any length', () => {
    expect(planAv1(aMeasurement({ durationSeconds: 0.5 }), [copy])).toHaveLength(1)
  })

  it('is encoded as slowly as what nobody waits for', () => {
    expect(planAv1(aMeasurement(), [copy, below]).map(({ preset }) => preset)).toEqual(['veryfast', 'veryfast'])
  })

  it.each([
    ['small films', {}, [below]],
    ['films just smaller than 720p', {}, [{ ...copy, width: 1278, height: 719 }]],
    ['films larger than 1080p', {}, [{ ...copy, width: 2560, height: 1440 }]],
    ['very wide ones', {}, [{ ...copy, width: 2560, height: 1080 }]],
    ['films whose segments were not counted', {}, [{ ...copy, segment_frames: null }]],
    ['films whose pictures come at uneven times', { video: { isConstantFrameRate: false } }, [copy]],
    ['interlaced ones', { video: { isInterlaced: true } }, [copy]],
    ['films with nothing to show', {}, []],
  ])('is not made of %s', (_name, changes, present) => {
    expect(planAv1(aMeasurement(changes), present)).toEqual([])
  })
})

describe('viewers gain by an AV1 set', () => {
  const rate = (height: number, averageBandwidth: number) => ({ width: height * 2, height, averageBandwidth })

  it('when it takes at most four fifths of the bits, and none of its renditions more than before', () => {
    const others = [rate(360, 500), rate(720, 1500)]
    expect(isAv1Worthwhile([rate(360, 400), rate(720, 1200)], others)).toBe(true)
    expect(isAv1Worthwhile([rate(360, 401), rate(720, 1200)], others)).toBe(false)
    expect(isAv1Worthwhile([rate(360, 501), rate(720, 700)], others)).toBe(false)
  })

  it('only beside renditions of the same sizes', () => {
    expect(isAv1Worthwhile([rate(480, 1)], [rate(360, 500)])).toBe(false)
  })
})
