import { expect, test } from 'vitest'
import { choiceUrl, chosenDays, rangeChoiceOf } from './range-choice.ts'

const today = '2026-05-28'
const read = (query: string) => rangeChoiceOf(new URLSearchParams(query))

test.each([
  ['', { from: '2026-05-01', to: today }],
  ['range=7', { from: '2026-05-22', to: today }],
  ['range=365', { from: '2025-05-29', to: today }],
  ['range=12', { from: '2026-05-01', to: today }],
  ['from=2026-05-03&to=2026-05-04', { from: '2026-05-03', to: '2026-05-04' }],
  ['from=2026-05-04&to=2026-05-03', null],
  ['from=2026-05-04&to=', null],
])('"%s" chooses its days', (query, days) => {
  expect(chosenDays(read(query), today)).toEqual(days)
})

test('a choice is in the URL', () => {
  for (const query of [
    'tab=analytics',
    'tab=analytics&range=90&episode=one',
    'tab=analytics&from=2026-05-03&to=2026-05-04',
  ])
    expect(choiceUrl(read(query))).toBe(`/dashboard?${query}`)
})
