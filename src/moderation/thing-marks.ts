import type { Decision } from './decision.ts'
import type { Before } from './decision-rows.server.ts'
import type { ItemKind, Suggestion } from './item.ts'
import type { MadeDecision } from './read-decision.ts'

/** The present values of a thing that a decision can change. Absent where its kind does not have them. */
export type ThingMarks = Pick<Before, (typeof markNames)[number]>

export const markNames = ['nsfw', 'nsfwReason', 'restriction', 'hold', 'hidden', 'hiddenByModerator', 'held'] as const

/**
 * The changes that a decision makes to a thing. Every decision releases a held thing, except a suspension, which
 * concerns the person alone.
 * @param suggestion the suggestion of its item at the time of the decision
 * @param marks the marks of the thing before the decision
 */
export function changesOf(
  made: Pick<MadeDecision, 'decision' | 'label'>,
  suggestion: Suggestion | null,
  marks: ThingMarks,
): ThingMarks {
  const changes = marksOf(made, suggestion)
  if (made.decision === 'suspend') return changes
  return { ...changes, ...(marks.hold && { hold: null }), ...(marks.held && { held: false }) }
}

/** The reason, apart from reports, for which a thing with these marks is in the queue; null without one. */
export function waitsAs({ hold, held, hidden }: ThingMarks): ItemKind | null {
  if (hold) return 'suggestion'
  return held && !hidden ? 'comment' : null
}

function marksOf(made: Pick<MadeDecision, 'decision' | 'label'>, suggestion: Suggestion | null): ThingMarks {
  const { decision, label } = made
  switch (decision) {
    case 'nsfw':
      return { nsfw: true, nsfwReason: label ?? 'Other' }
    case 'hide':
      return { hidden: true, hiddenByModerator: true }
    case 'leave':
      // A mark set by the image moderation waits for a person: this decision removes it, and all others confirm it.
      return suggestion?.hasMarked ? { nsfw: false, nsfwReason: '' } : {}
    default:
      return { ...restrictionOf(decision), ...(suggestion?.hasMarked && { nsfwReason: 'Other' }) }
  }
}

function restrictionOf(decision: Decision): ThingMarks {
  if (decision === 'limit') return { restriction: 'limited' }
  return decision === 'takedown' ? { restriction: 'taken_down' } : {}
}

/** The values, before a decision, of the marks that it changes. */
export function marksBefore(changes: ThingMarks, { marks }: { marks: ThingMarks }): ThingMarks {
  return Object.fromEntries(markNames.filter((name) => name in changes).map((name) => [name, marks[name]]))
}
