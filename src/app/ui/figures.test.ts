import { describe, expect, it } from 'vitest'
import { clock, count, date, found, length, megabytes, megabytesOf, shareOfTenMinutes, views } from './figures.ts'

describe('figures', () => {
  it.each([
    [0, '0 views'],
    [1, '1 views'],
    [999, '999 views'],
    [12408, '12,408 views'],
    [1234567, '1,234,567 views'],
  ])('%d plays read as %j', (value, text) => {
    expect(views(value)).toBe(text)
  })

  it.each([
    [0, 'Found 0 episodes'],
    [1, 'Found 1 episode'],
    [2, 'Found 2 episodes'],
    [1204, 'Found 1,204 episodes'],
  ])('a list of %d reads as %j', (total, text) => {
    expect(found(total)).toBe(text)
  })

  it('groups thousands', () => {
    expect(count(64912)).toBe('64,912')
  })

  it('names the day in UTC, wherever the reader is', () => {
    expect(date(new Date('2025-06-12T00:00:00Z'))).toBe('Jun 12, 2025')
    expect(date(new Date('2025-06-12T23:59:59.999Z'))).toBe('Jun 12, 2025')
    expect(date(new Date('2025-01-01T00:00:00Z'))).toBe('Jan 1, 2025')
  })

  it.each([
    [0, '0:00'],
    [9.99, '0:09'],
    [60, '1:00'],
    [402.9, '6:42'],
    [600, '10:00'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
    [-3, '0:00'],
  ])('%d seconds stand on the clock as %j', (seconds, text) => {
    expect(clock(seconds)).toBe(text)
  })

  it.each([
    [0.2, '0:01'],
    [5.04, '0:05'],
    [401.7, '6:42'],
    [599.6, '10:00'],
    [600.4, '10:00'],
  ])('a length of %d seconds reads as %j', (seconds, text) => {
    expect(length(seconds)).toBe(text)
  })

  it('fills the ruler up to ten minutes and no further', () => {
    expect(shareOfTenMinutes(0)).toBe(0)
    expect(shareOfTenMinutes(402)).toBeCloseTo(0.67)
    expect(shareOfTenMinutes(740)).toBe(1)
  })

  it('counts megabytes as file managers do', () => {
    expect(megabytes(412_000_000)).toBe('412 MB')
    expect(megabytes(3_240_000)).toBe('3.2 MB')
    expect(megabytesOf(255_000_000, 412_000_000)).toBe('255 of 412 MB')
    expect(megabytesOf(0, 412_000_000)).toBe('0 of 412 MB')
  })
})
