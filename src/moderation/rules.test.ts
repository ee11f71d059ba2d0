import { expect, test } from 'vitest'
import { isReason, isRule, reasonCodes, reasons, reasonsFor, ruleIds, subjectKinds } from './rules.ts'

test('every reason but the open one points to a rule, and every rule has a reason', () => {
  const named = reasonCodes.map((code) => reasons[code].rule)
  expect(named.filter((rule) => rule === null)).toHaveLength(1)
  expect(reasons.something_else.rule).toBeNull()
  expect([...new Set(named.filter((rule) => rule !== null))].sort()).toEqual([...ruleIds])
})

test.each(subjectKinds)('a %s can be reported for child safety and for something else, the latter last', (kind) => {
  expect(reasonsFor(kind)).toContain('child_safety')
  expect(reasonsFor(kind).at(-1)).toBe('something_else')
})

test('only episodes lack a mark or flash, and only what tells a story spoils it', () => {
  expect(reasons.not_marked_nsfw.subjects).toEqual(['episode'])
  expect(reasons.flashing.subjects).toEqual(['episode'])
  expect(reasons.spoiler.subjects).toEqual(['episode', 'comment', 'note'])
  expect(reasonsFor('comment')).toEqual(['child_safety', 'hate', 'real_harm', 'spam', 'spoiler', 'something_else'])
  expect(reasonsFor('note')).toEqual(reasonsFor('comment'))
})

test('other words are neither reasons nor rules', () => {
  expect(['hate', 'toString', 'Hate', ''].map(isReason)).toEqual([true, false, false, false])
  expect(['1', '0', '10', ''].map(isRule)).toEqual([true, false, false, false])
})
