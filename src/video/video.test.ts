import { describe, expect, it } from 'vitest'
import { isTooLong } from './video.ts'

describe('the length', () => {
  it('may be ten minutes and half a second of rounding', () => {
    expect(isTooLong(600)).toBe(false)
    expect(isTooLong(600.5)).toBe(false)
    expect(isTooLong(600.51)).toBe(true)
    expect(isTooLong(740)).toBe(true)
  })
})
