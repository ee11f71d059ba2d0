import { describe, expect, it } from 'vitest'
import { genreOf, titleOf } from './own-row.ts'

describe('a missing title or genre', () => {
  it('has a placeholder', () => {
    expect(titleOf({ title: ' ' })).toBe('Untitled Episode')
    expect(genreOf({ genre: '' })).toBe('Not specified')
  })
})
