/** The rules of the site, in the order shown; decisions name them. Their words are in `app/messages/rules.ts`. */
export const ruleIds = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
export type RuleId = (typeof ruleIds)[number]

/** Kinds of things that can be reported. */
export const subjectKinds = ['episode', 'comment', 'note', 'subtitle', 'creator'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** Reasons of a report, in the order shown. @see docs/product.md#reports */
export const reasonCodes = [
  'not_marked_nsfw',
  'child_safety',
  'hate',
  'real_harm',
  'flashing',
  'copied',
  'spam',
  'spoiler',
  'not_human_made',
  'something_else',
] as const
export type ReasonCode = (typeof reasonCodes)[number]

interface Reason {
  /** The rule that it points to; null where no rule covers it. */
  rule: RuleId | null
  /** Kinds of things that can be reported for it. */
  subjects: readonly SubjectKind[]
}

export const reasons: Readonly<Record<ReasonCode, Reason>> = {
  not_marked_nsfw: { rule: '3', subjects: ['episode'] },
  child_safety: { rule: '1', subjects: ['episode', 'comment', 'note', 'subtitle', 'creator'] },
  hate: { rule: '4', subjects: ['episode', 'comment', 'note', 'subtitle', 'creator'] },
  real_harm: { rule: '5', subjects: ['episode', 'comment', 'note', 'subtitle', 'creator'] },
  flashing: { rule: '6', subjects: ['episode'] },
  copied: { rule: '2', subjects: ['episode', 'subtitle', 'creator'] },
  spam: { rule: '7', subjects: ['episode', 'comment', 'note', 'subtitle', 'creator'] },
  spoiler: { rule: '8', subjects: ['episode', 'comment', 'note'] },
  not_human_made: { rule: '9', subjects: ['episode', 'creator'] },
  something_else: { rule: null, subjects: ['episode', 'comment', 'note', 'subtitle', 'creator'] },
}

/** The reasons that a thing of this kind can be reported for. */
export function reasonsFor(kind: SubjectKind): ReasonCode[] {
  return reasonCodes.filter((code) => reasons[code].subjects.includes(kind))
}

export function isReason(code: string): code is ReasonCode {
  return Object.hasOwn(reasons, code)
}

export function isRule(id: string): id is RuleId {
  return (ruleIds as readonly string[]).includes(id)
}
