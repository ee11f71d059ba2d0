import { describe, expect, test } from 'vitest'
import { matchingChoices } from './combobox-choices.ts'

const genres = ['Action', 'Comedy', 'Sci-Fi', 'Slice of Life']

describe('the choices for what is typed', () => {
  test('nothing typed offers all', () => {
    expect(matchingChoices(genres, ' ')).toEqual({ known: genres, own: null })
  })

  test('those that begin with it come first, and the text itself is offered last', () => {
    expect(matchingChoices(genres, 'sli')).toEqual({ known: ['Slice of Life'], own: 'sli' })
    expect(matchingChoices(genres, 'c')).toEqual({
      known: ['Comedy', 'Action', 'Sci-Fi', 'Slice of Life'],
      own: 'c',
    })
    expect(matchingChoices(genres, ' Rain study ')).toEqual({ known: [], own: 'Rain study' })
  })

  test('a choice typed in any case is no text of its own', () => {
    expect(matchingChoices(genres, 'slice of life')).toEqual({ known: ['Slice of Life'], own: null })
  })
})
