import { ApiProblem } from '#app/http/api-client.ts'

/** Why an action failed. */
export interface ActionProblem {
  /** A message for the user; null when unknown. */
  detail: string | null
  /** Name of the one input at fault. */
  field: string | null
}

/** The problem to show for a failed call; logs anything but an `ApiProblem`. */
export function actionProblemOf(thrown: unknown): ActionProblem {
  if (thrown instanceof ApiProblem) return { detail: thrown.detail, field: thrown.field }
  console.error(thrown)
  return { detail: null, field: null }
}

/** A failed retry, with the id of its episode. */
export type RetryProblem = ActionProblem & { id: string }
