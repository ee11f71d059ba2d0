import { expect, test } from 'vitest'
import { parseInline, sentencesOf } from './article.ts'

test('a sentence without markup is one node', () => {
  expect(parseInline('Hoshi costs nothing (really) [at all].')).toEqual([
    { kind: 'text', text: 'Hoshi costs nothing (really) [at all].' },
  ])
})

test('links and placeholders become nodes, in order', () => {
  expect(parseInline('[Sign up](/signup), or write to {support}.')).toEqual([
    { kind: 'link', text: 'Sign up', to: '/signup' },
    { kind: 'text', text: ', or write to ' },
    { kind: 'support', text: '' },
    { kind: 'text', text: '.' },
  ])
})

test('a link to another site stays text', () => {
  expect(parseInline('[Elsewhere](https://example.com)').map(({ kind }) => kind)).toEqual(['text'])
})

test('sentences are listed in reading order, a table row as one', () => {
  const sections = [
    {
      id: 'a',
      title: 'A',
      blocks: [['One.', 'Two.'], { list: ['Three.'] }, { retention: [{ what: 'Log', until: 'a day' }] }],
    },
    { id: 'b', title: 'B', questions: [{ id: 'c', question: 'Four?', answer: ['Yes.'] }] },
  ]
  expect(sentencesOf(sections)).toEqual(['One.', 'Two.', 'Three.', 'Log: a day', 'Yes.'])
})
