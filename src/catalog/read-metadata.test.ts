import { expect, test } from 'vitest'
import { metadataNames, metadataOf, opennessNames } from './episode-metadata.ts'
import { readMetadata, readNewMetadata } from './read-metadata.ts'

test('changes are read field by field into their columns, and absent ones are left out', () => {
  expect(readMetadata({})).toEqual({})
  expect(readMetadata({ title: ' Rain ', commentsOpen: false, contentNotes: ['loud', 'gore', 'loud'] })).toEqual({
    title: 'Rain',
    comments_open: false,
    content_notes: ['gore', 'loud'],
  })
  expect(readMetadata({ genre: 'sci-fi', tags: [' a ', 'A'], description: 'x\r\ny', nsfw: true })).toEqual({
    genre: 'Sci-Fi',
    tags: ['a'],
    description: 'x\ny',
    nsfw: true,
  })
})

test('the first field at fault is refused, in the order of the table', () => {
  expect(() => readMetadata({ genre: '', title: 'Rain' })).toThrow(
    expect.objectContaining({ code: 'catalog.genre_required' }),
  )
  expect(() => readMetadata({ genre: '', title: '' })).toThrow(
    expect.objectContaining({ code: 'catalog.title_required' }),
  )
})

test('a new episode has every column, by default as its creator would leave it', () => {
  const columns = readNewMetadata({ title: 'Rain', genre: 'Drama', nsfw: false })
  expect(metadataOf(columns)).toEqual({
    title: 'Rain',
    genre: 'Drama',
    description: '',
    tags: [],
    nsfw: false,
    ...Object.fromEntries(opennessNames.map((name) => [name, name === 'commentsOpen'])),
    contentNotes: [],
  })
  expect(Object.keys(columns)).toHaveLength(metadataNames.length)
})
