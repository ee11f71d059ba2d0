import { expect, test } from 'vitest'
import { readSupportForm } from './support-form.ts'

const one = { label: 'One', url: 'https://one.example/' }
const two = { label: '', url: 'https://two.example/' }

const formWith = (more: Record<string, string> = {}) =>
  new Map(Object.entries({ rows: '2', label0: one.label, url0: one.url, label1: two.label, url1: two.url, ...more }))

test('reads as many rows as the form counts', () => {
  expect(readSupportForm(formWith())).toEqual([one, two])
  expect(readSupportForm(formWith({ rows: '1' }))).toEqual([one])
  expect(readSupportForm(new Map([['rows', '0']]))).toEqual([])
})

test.each<[what: string, form: Map<string, string>]>([
  ['nothing', new Map()],
  ['no count', new Map([...formWith()].filter(([name]) => name !== 'rows'))],
  ['an empty count', formWith({ rows: '' })],
  ['a row less than counted', formWith({ rows: '3' })],
  ['a label without its URL', formWith({ rows: '3', label2: 'Three' })],
  ['more rows than there may be', formWith({ rows: '6' })],
])('a form with %s is not read', (_, form) => {
  expect(readSupportForm(form)).toBeNull()
})

test('moves and removes the row that the button names', () => {
  expect(readSupportForm(formWith({ change: 'up-1' }))).toEqual([two, one])
  expect(readSupportForm(formWith({ change: 'remove-0' }))).toEqual([two])
})

test.each(['up-0', 'add', 'remove-9', 'down-0', 'remove-'])('ignores %s', (change) => {
  expect(readSupportForm(formWith({ change }))).toEqual([one, two])
})
