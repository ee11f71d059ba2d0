import { describe, expect, it } from 'vitest'
import { joinTags, splitTags } from '#app/episodes/tags.ts'
import { genres } from '#catalog/episode.ts'
import { genreChoices } from './genre-choices.ts'
import { tabOf, visibleCountOf } from './tabs.ts'

describe('tags in their field', () => {
  it('are joined with comma and space', () => {
    expect(joinTags(['trains', 'night', 'tanabata'])).toBe('trains, night, tanabata')
    expect(joinTags([])).toBe('')
  })

  it('are split at commas, trimmed, without empty ones', () => {
    expect(splitTags(' trains ,, night,\ttanabata , ')).toEqual(['trains', 'night', 'tanabata'])
    expect(splitTags('')).toEqual([])
  })
})

describe('the genres of the edit form', () => {
  it('are the canonical ones', () => {
    expect(genreChoices('Mecha')).toEqual([...genres])
  })

  it('end with the episode’s own genre if it is not canonical', () => {
    expect(genreChoices('Space Opera')).toEqual([...genres, 'Space Opera'])
  })
})

describe('the URL of the dashboard', () => {
  it.each([
    ['', 'overview'],
    ['tab=content', 'content'],
    ['tab=analytics', 'analytics'],
    ['tab=nonsense', 'overview'],
  ])('‘%s’ opens %s', (search, tab) => {
    expect(tabOf(new URLSearchParams(search))).toBe(tab)
  })

  it.each([
    ['', 24],
    ['shown=48', 48],
    ['shown=25', 48],
    ['shown=-5', 24],
    ['shown=many', 24],
  ])('‘%s’ shows %i episodes of My Content', (search, shown) => {
    expect(visibleCountOf(new URLSearchParams(search))).toBe(shown)
  })
})
