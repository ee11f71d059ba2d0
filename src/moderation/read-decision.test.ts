import { describe, expect, test } from 'vitest'
import { decisions, needsRule } from './decision.ts'
import { type DecisionInput, readDecision } from './read-decision.ts'

const now = new Date('2026-05-01T12:00:00.000Z')
const later = new Date('2026-05-02T12:00:00.000Z')
const read = (kind: 'episode' | 'comment' | 'creator', input: DecisionInput) => readDecision(kind, input, now)
const refusal = (code: string, field: string) => expect.objectContaining({ code, details: { field } })

test('what is left as it is needs nothing, and takes no words', () => {
  expect(read('episode', { decision: 'leave', note: ' Laundry. ' })).toEqual({
    decision: 'leave',
    rule: null,
    label: null,
    reason: '',
    note: 'Laundry.',
    until: null,
  })
  expect(() => read('episode', { decision: 'leave', reason: 'Fine' })).toThrow(
    refusal('moderation.words_not_for_leave', 'reason'),
  )
})

describe.each(['nsfw', 'limit', 'takedown', 'warn'] as const)('%s', (decision) => {
  const rule = needsRule(decision) ? { rule: '2' } : {}

  test('needs words', () => {
    const refused = refusal('moderation.words_required', 'reason')
    expect(() => read('episode', { decision, ...rule })).toThrow(refused)
    expect(() => read('episode', { decision, ...rule, reason: ' \n ' })).toThrow(refused)
    expect(read('episode', { decision, ...rule, reason: 'Why' }).reason).toBe('Why')
    expect(() => read('episode', { decision, ...rule, reason: 'x'.repeat(1001) })).toThrow(
      refusal('moderation.words_invalid', 'reason'),
    )
  })
})

test('limit, takedown and suspend name a rule that exists', () => {
  const needing = decisions.filter((decision) => needsRule(decision))
  expect(needing).toEqual(['limit', 'takedown', 'suspend'])
  const refused = refusal('moderation.rule_required', 'rule')
  expect(() => read('episode', { decision: 'limit', reason: 'Why' })).toThrow(refused)
  expect(() => read('episode', { decision: 'takedown', reason: 'Why', rule: '99' })).toThrow(refused)
  expect(() => read('creator', { decision: 'suspend', reason: 'Why', until: later })).toThrow(refused)
  expect(() => read('episode', { decision: 'nsfw', reason: 'Why', rule: 'x' })).toThrow(refused)
})

test('a suspension ends later, and nothing else ends', () => {
  const suspend = { decision: 'suspend', reason: 'Why', rule: '4' } as const
  expect(read('comment', { ...suspend, until: later }).until).toEqual(later)
  const refused = refusal('moderation.until_invalid', 'until')
  expect(() => read('comment', suspend)).toThrow(refused)
  expect(() => read('comment', { ...suspend, until: now })).toThrow(refused)
  expect(() => read('comment', { ...suspend, until: new Date(Number.NaN) })).toThrow(refused)
  expect(() => read('comment', { decision: 'warn', reason: 'Why', until: later })).toThrow(refused)
})

test('only episodes are marked, limited and taken down, only comments hidden', () => {
  const refused = refusal('moderation.decision_not_possible', 'decision')
  for (const decision of ['nsfw', 'limit', 'takedown'] as const) {
    expect(() => read('comment', { decision })).toThrow(refused)
    expect(() => read('creator', { decision })).toThrow(refused)
  }
  expect(() => read('episode', { decision: 'hide' })).toThrow(refused)
  expect(() => read('creator', { decision: 'hide' })).toThrow(refused)
})

test('the words beside the badge are those chosen, or Other', () => {
  expect(read('episode', { decision: 'nsfw', reason: 'Why', label: 'Blood' }).label).toBe('Blood')
  expect(read('episode', { decision: 'nsfw', reason: 'Why' }).label).toBe('Other')
  expect(read('episode', { decision: 'warn', reason: 'Why', label: 'Blood' }).label).toBeNull()
})
