import { decisionTitle } from '#app/messages/decisions.ts'
import { ruleName } from '#app/messages/rules.ts'
import type { OwnDecision } from '#moderation/appeals.server.ts'

/** A decision on top of the dashboard. Its texts are made here, so that the page does not load all of them. */
export type ShownDecision = ReturnType<typeof toShown>

/** All decisions that can be appealed against, or whose appeal waits, in their order: a later warning hides no takedown. */
export function openDecisions(decisions: OwnDecision[]): ShownDecision[] {
  const now = new Date()
  return decisions
    .filter(({ appeal, answer, appealUntil }) => answer === null && (appeal !== null || appealUntil > now))
    .map(toShown)
}

function toShown({ id, decision, subject, at, reason, rule, appeal, appealUntil }: OwnDecision) {
  return {
    id,
    at,
    reason,
    appealUntil,
    title: decisionTitle(decision, subject),
    rule: rule && ruleName(rule),
    isAppealed: appeal !== null,
  }
}
