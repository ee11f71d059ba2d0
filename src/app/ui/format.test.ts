import { describe, expect, it } from 'vitest'
import {
  formatCount,
  formatDate,
  formatDuration,
  formatFollowers,
  formatMegabyteProgress,
  formatMegabytes,
  formatResultCount,
  formatTime,
  formatViews,
  fractionOfTenMinutes,
} from './format.ts'

describe('number formats', () => {
  it.each([
    [0, '0 views'],
    [1, '1 views'],
    [999, '999 views'],
    [12408, '12,408 views'],
    [1234567, '1,234,567 views'],
  ])('%d views are shown as %j', (value, text) => {
    expect(formatViews(value)).toBe(text)
  })

  it.each([
    [0, 'Found 0 episodes'],
    [1, 'Found 1 episode'],
    [2, 'Found 2 episodes'],
    [1204, 'Found 1,204 episodes'],
  ])('a list of %d is announced as %j', (total, text) => {
    expect(formatResultCount(total)).toBe(text)
  })

  it('groups thousands', () => {
    expect(formatCount(64912)).toBe('64,912')
  })

  it('formats dates in UTC', () => {
    expect(formatDate(new Date('2025-06-12T00:00:00Z'))).toBe('Jun 12, 2025')
    expect(formatDate(new Date('2025-06-12T23:59:59.999Z'))).toBe('Jun 12, 2025')
    expect(formatDate(new Date('2025-01-01T00:00:00Z'))).toBe('Jan 1, 2025')
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
  ])('a position of %d seconds is shown as %j', (seconds, text) => {
    expect(formatTime(seconds)).toBe(text)
  })

  it.each([
    [0.2, '0:01'],
    [5.04, '0:05'],
    [401.7, '6:42'],
    [599.6, '10:00'],
    [600.4, '10:00'],
  ])('a duration of %d seconds is shown as %j', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text)
  })

  it('fills the ruler up to ten minutes and no further', () => {
    expect(fractionOfTenMinutes(0)).toBe(0)
    expect(fractionOfTenMinutes(402)).toBeCloseTo(0.67)
    expect(fractionOfTenMinutes(740)).toBe(1)
  })

  it('counts a megabyte as 1,000,000 bytes', () => {
    expect(formatMegabytes(412_000_000)).toBe('412 MB')
    expect(formatMegabytes(3_240_000)).toBe('3.2 MB')
    expect(formatMegabyteProgress(255_000_000, 412_000_000)).toBe('255 of 412 MB')
    expect(formatMegabyteProgress(0, 412_000_000)).toBe('0 of 412 MB')
  })
})

it('counts followers, one as one', () => {
  expect([0, 1, 41, 12_408].map(formatFollowers)).toEqual([
    '0 followers',
    '1 follower',
    '41 followers',
    '12,408 followers',
  ])
})
