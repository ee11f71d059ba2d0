import { expect, test } from 'vitest'
import { readSubject, reportPath } from './report-path.ts'

test('a report page names its thing', () => {
  const subject = { kind: 'comment', id: 'abc' } as const
  expect(reportPath(subject)).toBe('/report?kind=comment&id=abc')
  expect(reportPath({ kind: 'episode', id: 'abc' }, 198.5)).toBe('/report?kind=episode&id=abc&t=198.5')
  expect(readSubject(new URLSearchParams('kind=comment&id=abc'))).toEqual(subject)
})

test.each(['', 'kind=series&id=abc', 'kind=episode', 'kind=episode&id=', 'id=abc'])('%j names none', (query) => {
  expect(readSubject(new URLSearchParams(query))).toBeNull()
})
