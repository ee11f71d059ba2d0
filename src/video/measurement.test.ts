import { describe, expect, it } from 'vitest'
import { aMeasurement } from '#tests/support/measurements.ts'
import { displaySize, fractionOf, highestFrameRateOf, isSparse, parseFraction, type VideoTrack } from './measurement.ts'

describe('displaySize', () => {
  const sizeOf = (changes: Partial<VideoTrack>) => displaySize(aMeasurement({ video: changes }).video as VideoTrack)

  it('is the stored size for upright square pixels', () => {
    expect(sizeOf({})).toEqual({ width: 1280, height: 720 })
  })
  it('turns with the rotation', () => {
    expect(sizeOf({ rotation: 90 })).toEqual({ width: 720, height: 1280 })
    expect(sizeOf({ rotation: 180 })).toEqual({ width: 1280, height: 720 })
    expect(sizeOf({ rotation: 270 })).toEqual({ width: 720, height: 1280 })
  })
  it('widens pixels before it turns them', () => {
    expect(sizeOf({ width: 720, height: 576, pixelAspect: 16 / 11, rotation: 90 }).height).toBeCloseTo(1047.27, 2)
  })
})

describe('isSparse', () => {
  it.each([
    ['ordinary pictures', {}, false],
    ['a picture for twelve seconds', { video: { longestFrameSeconds: 12 } }, false],
    ['a picture for longer', { video: { longestFrameSeconds: 12.1 } }, true],
    ['sound that goes on for a while', { audio: { durationSeconds: 22 } }, false],
    ['sound that goes on for longer', { audio: { durationSeconds: 22.1 } }, true],
    ['sound that begins late and ends with the picture', { audio: { startSeconds: 8, durationSeconds: 2 } }, false],
    ['sound that begins late and goes on for longer', { audio: { startSeconds: 20, durationSeconds: 3 } }, true],
    ['no sound', { audio: null }, false],
    ['no picture', { video: null, audio: { durationSeconds: 500 } }, false],
  ])('goes by how long a picture is shown: %s', (_name, changes, expected) => {
    expect(isSparse(aMeasurement(changes))).toBe(expected)
  })
})

describe('frame rates', () => {
  it('reads exact fractions and refuses nonsense', () => {
    expect(parseFraction('30000/1001')).toEqual({ numerator: 30000, denominator: 1001 })
    expect(parseFraction('4:3')).toEqual({ numerator: 4, denominator: 3 })
    for (const text of ['0/0', '0:1', '1/0', 'N/A', '', undefined, '-1/1']) expect(parseFraction(text)).toBeNull()
  })
  it('recognises a counted rate', () => {
    expect(fractionOf(23.9761)).toEqual({ numerator: 24000, denominator: 1001 })
    expect(fractionOf(24.0002)).toEqual({ numerator: 24, denominator: 1 })
    for (const rate of [8, 10, 12, 15, 16, 18, 20, 24, 25, 30, 48, 50, 60, 72, 90, 100, 120, 144, 240])
      expect(fractionOf(rate * 1.0003)).toEqual({ numerator: rate, denominator: 1 })
    for (const thousands of [24, 30, 48, 60, 120])
      expect(fractionOf(thousands / 1.001)).toEqual({ numerator: thousands * 1000, denominator: 1001 })
    expect(fractionOf(0.0001)).toEqual({ numerator: 1, denominator: 1000 })
    expect(fractionOf(17.3)).toEqual({ numerator: 17300, denominator: 1000 })
  })
})

describe('highestFrameRateOf', () => {
  const rateOf = (changes: Partial<VideoTrack>) => highestFrameRateOf({ ...aMeasurement().video!, ...changes })

  it('is the exact rate of even pictures, whatever a container rounds', () => {
    const frameRate = { numerator: 24_000, denominator: 1001 }
    expect(rateOf({ frameRate, highestFrameRate: 23.98 })).toBe(24_000 / 1001)
  })
  it('is that of the quickest second where pictures are uneven, and never less than the average', () => {
    expect(rateOf({ isConstantFrameRate: false, highestFrameRate: 60 })).toBe(60)
    expect(rateOf({ isConstantFrameRate: false, highestFrameRate: 0 })).toBe(24)
  })
  it('is the average of what earlier versions measured', () => {
    expect(rateOf({ isConstantFrameRate: false })).toBe(24)
  })
})
