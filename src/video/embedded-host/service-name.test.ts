import { expect, test } from 'vitest'
import { nameIn } from './service-name.ts'

test.each([
  ['a name', { name: ' Rain ☂ ' }, 'Rain ☂'],
  ['a file name', { filename: 'rain.mp4' }, 'rain.mp4'],
  ['both', { filename: 'rain.mp4', name: 'Rain' }, 'Rain'],
  ['an empty name and a file name', { filename: 'rain.mp4', name: ' ' }, 'rain.mp4'],
  ['a name of several lines', { name: 'Rain\nfalls\0' }, 'Rain falls'],
  ['half a character', { name: 'Rain \ud83d' }, 'Rain'],
  ['a name that is too long', { name: '☂'.repeat(256) }, '☂'.repeat(255)],
  ['a name of pairs that is too long', { name: '\u{1F327}'.repeat(2000) }, '\u{1F327}'.repeat(255)],
])('the name of a video comes from its meta, readable and no longer than names are: %s', (_, meta, name) => {
  expect(nameIn(meta)).toBe(name)
})

test.each([
  ['nothing', undefined],
  ['other fields', { title: 'Rain' }],
  ['a number', { name: 7 }],
  ['control characters', { name: '\0\n' }],
])('%s is no name', (_, meta) => {
  expect(nameIn(meta)).toBeUndefined()
})
