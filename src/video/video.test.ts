import { describe, expect, it } from 'vitest'
import { frameCountBy, isTooLong, isVideoFile, middleOfFrame } from './video.ts'

describe('the length', () => {
  it('may be ten minutes plus half a second of rounding', () => {
    expect(isTooLong(600)).toBe(false)
    expect(isTooLong(600.5)).toBe(false)
    expect(isTooLong(600.51)).toBe(true)
    expect(isTooLong(740)).toBe(true)
  })
})

describe('a file', () => {
  const extensions = ['mp4', 'm4v', 'mov', 'mkv', 'webm', 'avi', 'ts', 'mpg', 'mpeg', 'ogv', 'flv', 'wmv', 'mxf']

  it.each(extensions)('of no known type is a video with the extension .%s, in any case', (extension) => {
    expect(isVideoFile({ name: `film.${extension}`, type: '' })).toBe(true)
    expect(isVideoFile({ name: `FILM.${extension.toUpperCase()}`, type: '' })).toBe(true)
  })

  it('is a video by its type, whatever its name, and not without either', () => {
    expect(isVideoFile({ name: 'film.bin', type: 'video/x-unknown' })).toBe(true)
    expect(isVideoFile({ name: 'film.txt', type: 'text/plain' })).toBe(false)
    expect(isVideoFile({ name: 'film', type: '' })).toBe(false)
  })
})

describe('the number of frames', () => {
  it('follows from the length and the frame rate', () => {
    expect(frameCountBy(12, { numerator: 24, denominator: 1 })).toBe(288)
    expect(frameCountBy(12.01, { numerator: 24, denominator: 1 })).toBe(289)
    expect(frameCountBy(10.01, { numerator: 24_000, denominator: 1001 })).toBe(240)
  })

  it('is never zero, is counted at 24 a second without a rate, and is unknown without a length', () => {
    expect(frameCountBy(0, { numerator: 24, denominator: 1 })).toBe(1)
    expect(frameCountBy(2, null)).toBe(48)
    expect(frameCountBy(null, { numerator: 24, denominator: 1 })).toBeNull()
  })
})

describe('the middle of a frame', () => {
  it('follows from the frame rate, which is 24 a second where it is unknown', () => {
    expect(middleOfFrame(2, { numerator: 10, denominator: 1 }, null)).toBeCloseTo(0.25)
    expect(middleOfFrame(24, null, null)).toBeCloseTo(24.5 / 24)
  })

  it('lies between the times of frames that differ in length', () => {
    const rate = { numerator: 10, denominator: 1 }
    expect(middleOfFrame(1, rate, [0, 0.5, 0.7])).toBeCloseTo(0.6)
    expect(middleOfFrame(2, rate, [0, 0.5, 0.7])).toBeCloseTo(0.75)
  })
})
