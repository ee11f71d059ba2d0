import { describe, expect, it } from 'vitest'
import { createMediaInfo } from '#tests/support/media/media-info.ts'
import { displaySize, fractionOf, highestFrameRateOf, isSparse, parseFraction, type VideoTrack } from './media-info.ts'

describe('displaySize', () => {
  const sizeOf = (changes: Partial<VideoTrack>) => displaySize(createMediaInfo({ video: changes }).video as VideoTrack)

  it('is the stored size for unrotated square pixels', () => {
    expect(sizeOf({})).toEqual({ width: 1280, height: 720 })
  })
  it('follows the rotation', () => {
    expect(sizeOf({ rotation: 90 })).toEqual({ width: 720, height: 1280 })
    expect(sizeOf({ rotation: 180 })).toEqual({ width: 1280, height: 720 })
    expect(sizeOf({ rotation: 270 })).toEqual({ width: 720, height: 1280 })
  })
  it('applies the pixel aspect before the rotation', () => {
    expect(sizeOf({ width: 720, height: 576, pixelAspect: 16 / 11, rotation: 90 }).height).toBeCloseTo(1047.27, 2)
  })
})

describe('isSparse', () => {
  it.each([
    ['ordinary frames', {}, false],
    ['a frame for twelve seconds', { video: { longestFrameSeconds: 12 } }, false],
    ['a frame for longer', { video: { longestFrameSeconds: 12.1 } }, true],
    ['audio that continues for a while', { audio: { durationSeconds: 22 } }, false],
    ['audio that continues for longer', { audio: { durationSeconds: 22.1 } }, true],
    ['audio that begins late and ends with the video', { audio: { startSeconds: 8, durationSeconds: 2 } }, false],
    ['audio that begins late and continues for longer', { audio: { startSeconds: 20, durationSeconds: 3 } }, true],
    ['no audio', { audio: null }, false],
    ['no video', { video: null, audio: { durationSeconds: 500 } }, false],
  ])('depends on how long a frame is shown: %s', (_name, changes, expected) => {
    expect(isSparse(createMediaInfo(changes))).toBe(expected)
  })
})

describe('frame rates', () => {
  it('reads exact fractions and rejects malformed ones', () => {
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
  const rateOf = (changes: Partial<VideoTrack>) => highestFrameRateOf({ ...createMediaInfo().video!, ...changes })

  it('is the exact rate of a constant frame rate, whatever the container rounds', () => {
    const frameRate = { numerator: 24_000, denominator: 1001 }
    expect(rateOf({ frameRate, highestFrameRate: 23.98 })).toBe(24_000 / 1001)
  })
  it('is that of the fastest second of a variable frame rate, and never below the average', () => {
    expect(rateOf({ isConstantFrameRate: false, highestFrameRate: 60 })).toBe(60)
    expect(rateOf({ isConstantFrameRate: false, highestFrameRate: 0 })).toBe(24)
  })
  it('is the average for probe results of earlier versions', () => {
    expect(rateOf({ isConstantFrameRate: false })).toBe(24)
  })
})
