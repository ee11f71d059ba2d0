import type { Decision } from './decision.ts'
import type { Before } from './decision-rows.server.ts'
import type { ItemKind, Suggestion } from './item.ts'
import type { MadeDecision } from './read-decision.ts'

/** What a decision can change of a thing, as it is now. Absent where its kind has no such thing. */
export type ThingMarks = Pick<Before, (typeof markNames)[number]>

export const markNames = ['nsfw', 'nsfwReason', 'restriction', 'hold', 'hidden', 'hiddenByModerator', 'held'] as const

/**
 * The changes of a thing by a decision. Each lets a held one through but a suspension, which is about the person alone.
 * @param suggestion of its item when it is decided
 * @param marks of the thing before
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

/** Why a thing with these marks is in the queue, apart from reports; null when it is not. */
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
      // A mark of the image moderation waits for a person: here it goes, and all other decisions confirm it.
      return suggestion?.hasMarked ? { nsfw: false, nsfwReason: '' } : {}
    default:
      return { ...restrictionOf(decision), ...(suggestion?.hasMarked && { nsfwReason: 'Other' }) }
  }
}

function restrictionOf(decision: Decision): ThingMarks {
  if (decision === 'limit') return { restriction: 'limited' }
  return decision === 'takedown' ? { restriction: 'taken_down' } : {}
}

/** The marks that a decision changes, as they are before it. */
export function marksBefore(changes: ThingMarks, { marks }: { marks: ThingMarks }): ThingMarks {
  return Object.fromEntries(markNames.filter((name) => name in changes).map((name) => [name, marks[name]]))
}
