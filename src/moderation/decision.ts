import type { SubjectKind } from './rules.ts'

/** Decisions of a moderator about a thing, in the order of the queue's choices. @see docs/product.md#decisions */
export const decisions = ['leave', 'nsfw', 'limit', 'takedown', 'hide', 'warn', 'suspend'] as const
export type Decision = (typeof decisions)[number]

/** The label beside the badge of an episode that a moderator marks. */
export const labels = ['Nudity', 'Blood', 'Sex', 'Other'] as const
export type Label = (typeof labels)[number]

/** The time in which a decision can be taken back, and nobody is notified of it. */
export const UNDO_SECONDS = 10
/** How long a moderator's claim of an item lasts. */
export const CLAIM_MINUTES = 10
/** The time in which a creator can appeal. Episodes that were taken down are kept as long, then erased. */
export const APPEAL_DAYS = 30
export const WORDS_MAX_CHARACTERS = 1000

const possible: Readonly<Record<SubjectKind, readonly Decision[]>> = {
  episode: ['leave', 'nsfw', 'limit', 'takedown', 'warn', 'suspend'],
  comment: ['leave', 'hide', 'warn', 'suspend'],
  note: ['leave', 'hide', 'warn', 'suspend'],
  subtitle: ['leave', 'hide', 'warn', 'suspend'],
  creator: ['leave', 'warn', 'suspend'],
}

/** The decisions that are possible about a thing of this kind. */
export function decisionsFor(kind: SubjectKind): readonly Decision[] {
  return possible[kind]
}

/** Whether it quotes a rule to the creator. */
export function needsRule(decision: Decision): boolean {
  return decision === 'limit' || decision === 'takedown' || decision === 'suspend'
}

/** Whether the creator reads words of the moderator. */
export function needsWords(decision: Decision): boolean {
  return decision !== 'leave'
}

/** The moment from which the owner of a thing can no longer appeal. */
export function appealUntil({ createdAt }: { createdAt: Date }): Date {
  return new Date(createdAt.getTime() + APPEAL_DAYS * 86_400_000)
}
