import { ApiProblem } from '#app/upload/api.ts'

/** The specification's sentence. @see docs/product.md#error-catalogue */
export const EDIT_FAILED = 'Error updating episode. Please try again.'
export const DELETE_FAILED = 'Error deleting episode. Please try again.'
export const PICTURE_FAILED = 'Error changing the picture. Please try again.'
/** The specification's sentence. */
export const TOO_LONG = 'Video exceeds 10-minute limit.'
export const REPLACING_FAILED = 'Error replacing the file. Please try again.'
export const RETRY_FAILED = 'Error retrying this video. Please try again.'

/** Why something could not be done. */
export interface Problem {
  /** In words; null when nobody knows. */
  detail: string | null
  /** Name of the one input at fault. */
  field: string | null
}

/** What a call that failed tells its person. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof ApiProblem) return { detail: thrown.detail, field: thrown.field }
  console.error(thrown)
  return { detail: null, field: null }
}

/** A retry that did not succeed, of one episode. */
export type RetryProblem = Problem & { id: string }
