import { decisionTitle } from '#app/messages/decisions.ts'
import { ruleName } from '#app/messages/rules.ts'
import type { OwnDecision } from '#moderation/appeals.server.ts'

/** The decision on top of the dashboard. Its texts are made here, so that the page does not load all of them. */
export type ShownDecision = ReturnType<typeof toShown>

/** The latest decision that can be appealed against, or whose appeal waits; null for none. */
export function latestDecision(decisions: OwnDecision[]): ShownDecision | null {
  const now = new Date()
  const latest = decisions.find(({ answer, appealUntil }) => answer === null && appealUntil > now)
  return latest ? toShown(latest) : null
}

function toShown({ id, decision, subject, at, reason, rule, appeal, appealUntil }: OwnDecision) {
  return {
    ...{ id, at, reason, appealUntil },
    title: decisionTitle(decision, subject),
    rule: rule && ruleName(rule),
    isAppealed: appeal !== null,
  }
}
