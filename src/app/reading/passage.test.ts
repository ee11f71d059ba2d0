import { expect, test } from 'vitest'
import { piecesOf, sentencesOf } from './passage.ts'

test('a sentence without markup is one piece', () => {
  expect(piecesOf('Hoshi costs nothing (really) [at all].')).toEqual([
    { kind: 'text', text: 'Hoshi costs nothing (really) [at all].' },
  ])
})

test('links and blanks are taken out where they stand', () => {
  expect(piecesOf('[Sign up](/signup), or write to {support}.')).toEqual([
    { kind: 'link', text: 'Sign up', to: '/signup' },
    { kind: 'text', text: ', or write to ' },
    { kind: 'support', text: '' },
    { kind: 'text', text: '.' },
  ])
})

test('a link that leaves the site is no link', () => {
  expect(piecesOf('[Elsewhere](https://example.com)').map(({ kind }) => kind)).toEqual(['text'])
})

test('sentences come in reading order, a row of a table as one', () => {
  const sections = [
    {
      id: 'a',
      title: 'A',
      passages: [['One.', 'Two.'], { list: ['Three.'] }, { kept: [{ what: 'Log', until: 'a day' }] }],
    },
    { id: 'b', title: 'B', questions: [{ id: 'c', question: 'Four?', answer: ['Yes.'] }] },
  ]
  expect(sentencesOf(sections)).toEqual(['One.', 'Two.', 'Three.', 'Log: a day', 'Yes.'])
})
