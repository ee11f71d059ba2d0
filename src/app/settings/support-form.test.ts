import { expect, test } from 'vitest'
import { readSupportForm } from './support-form.ts'

const one = { label: 'One', url: 'https://one.example/' }
const two = { label: '', url: 'https://two.example/' }
const empty = { label: '', url: '' }

const formWith = (change?: string) =>
  new Map([
    ['label0', one.label],
    ['url0', one.url],
    ['url1', two.url],
    ...(change === undefined ? [] : ([['change', change]] as const)),
  ])

test('reads five rows, empty ones included', () => {
  expect(readSupportForm(formWith())).toEqual([one, two, empty, empty, empty])
  expect(readSupportForm(new Map())).toEqual([empty, empty, empty, empty, empty])
})

test('moves and removes the row that the button names', () => {
  expect(readSupportForm(formWith('up-1')).slice(0, 2)).toEqual([two, one])
  expect(readSupportForm(formWith('remove-0')).slice(0, 2)).toEqual([two, empty])
})

test.each(['up-0', 'add', 'remove-9', 'down-0', 'remove-'])('ignores %s', (change) => {
  expect(readSupportForm(formWith(change)).slice(0, 2)).toEqual([one, two])
})
