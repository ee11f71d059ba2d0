import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'
import { type Decision, decisionsFor, type Label, needsRule, needsWords, WORDS_MAX_CHARACTERS } from './decision.ts'
import type { SubjectName } from './report.ts'
import { isRule, type RuleId, type SubjectKind } from './rules.ts'

/** A decision as a moderator sends it, about an item of the queue or about any thing. */
export interface DecisionInput {
  itemId?: string
  subject?: SubjectName
  decision: Decision
  rule?: string
  label?: Label
  /** Words for the maker of the thing. */
  reason?: string
  /** Words for moderators. */
  note?: string
  /** The end of a suspension. */
  until?: Date
}

/** A validated decision. */
export interface MadeDecision {
  decision: Decision
  rule: RuleId | null
  label: Label | null
  reason: string
  note: string
  until: Date | null
}

/**
 * @throws Refusal moderation.decision_not_possible, moderation.rule_required, moderation.words_required,
 *   moderation.words_not_for_leave, moderation.words_invalid, moderation.until_invalid
 */
export function readDecision(kind: SubjectKind, input: DecisionInput, now: Date): MadeDecision {
  const { decision, rule, label, until } = input
  if (!decisionsFor(kind).includes(decision))
    throw new Refusal('moderation.decision_not_possible', { field: 'decision' })
  const isRuleMissing = rule === undefined ? needsRule(decision) : !isRule(rule)
  if (isRuleMissing) throw new Refusal('moderation.rule_required', { field: 'rule' })
  const reason = readWords(input.reason, 'reason')
  if (reason === '' && needsWords(decision)) throw new Refusal('moderation.words_required', { field: 'reason' })
  if (reason !== '' && !needsWords(decision)) throw new Refusal('moderation.words_not_for_leave', { field: 'reason' })
  const isUntilWrong = decision === 'suspend' ? !until || !(until > now) : until !== undefined
  if (isUntilWrong) throw new Refusal('moderation.until_invalid', { field: 'until' })
  return {
    decision,
    rule: rule !== undefined && isRule(rule) ? rule : null,
    label: decision === 'nsfw' ? (label ?? 'Other') : null,
    reason,
    note: readWords(input.note, 'note'),
    until: until ?? null,
  }
}

/** @throws Refusal moderation.words_invalid */
export function readWords(raw: string | undefined, field: string): string {
  const reading = readText(raw ?? '', { maxCharacters: WORDS_MAX_CHARACTERS, multiline: true })
  if (!reading.ok) throw new Refusal('moderation.words_invalid', { field })
  return reading.text
}
