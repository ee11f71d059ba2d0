import { describe, expect, it } from 'vitest'
import { isTooLong, isVideoFile } from './video.ts'

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
