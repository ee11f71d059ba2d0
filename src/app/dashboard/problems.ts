import { ApiProblem } from '#app/api-client.ts'

/** Worded by the specification. @see docs/product.md#error-catalogue */
export const EDIT_FAILED = 'Error updating episode. Please try again.'
export const DELETE_FAILED = 'Error deleting episode. Please try again.'
export const POSTER_FAILED = 'Error changing the image. Please try again.'
/** Worded by the specification. */
export const TOO_LONG = 'Video exceeds 10-minute limit.'
export const REPLACING_FAILED = 'Error replacing the file. Please try again.'
export const RETRY_FAILED = 'Error retrying this video. Please try again.'

/** Why an action failed. */
export interface Problem {
  /** A message for the user; null when unknown. */
  detail: string | null
  /** Name of the one input at fault. */
  field: string | null
}

/** The problem to show for a failed call; logs anything but an `ApiProblem`. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof ApiProblem) return { detail: thrown.detail, field: thrown.field }
  console.error(thrown)
  return { detail: null, field: null }
}

/** A failed retry, with the id of its episode. */
export type RetryProblem = Problem & { id: string }
