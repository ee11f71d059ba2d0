import { expect, test } from 'vitest'
import type { OwnDecision } from '#moderation/appeals.server.ts'
import { openDecisions } from './load-decisions.server.ts'

const made: OwnDecision = {
  id: 'takedown',
  decision: 'takedown',
  rule: '2',
  reason: 'The whole film is another studio’s short.',
  label: null,
  subject: { kind: 'episode', id: 'e1', title: 'Rain' },
  at: new Date('2026-01-01'),
  until: null,
  appealUntil: new Date('9000-01-31'),
  appeal: null,
  answer: null,
}
const appeal = { id: 'a1', text: 'It is mine.', at: new Date('2026-01-02') }

test('a warning does not hide an open takedown, and what is answered or over is not shown', () => {
  const shown = openDecisions([
    { ...made, id: 'warning', decision: 'warn' },
    { ...made, id: 'answered', appeal, answer: { outcome: 'upheld', reason: 'It is not.', at: new Date() } },
    { ...made, id: 'appealed', decision: 'limit', appeal },
    { ...made, id: 'over', appealUntil: new Date('2026-01-31') },
    { ...made, id: 'waiting', decision: 'suspend', appealUntil: new Date('2026-01-31'), appeal },
    made,
  ])
  expect(shown.map(({ id, isAppealed }) => [id, isAppealed])).toEqual([
    ['warning', false],
    ['appealed', true],
    ['waiting', true],
    ['takedown', false],
  ])
  expect(new Set(shown.map(({ title }) => title)).size).toBe(4)
})
