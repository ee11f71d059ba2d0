import { data } from 'react-router'
import { messageFor, refusalStatus } from '#app/messages/refusals.ts'
import { isRefusal } from '#platform/refusal.ts'

/** A refusal as shown by a screen. */
export interface Refused {
  code: string
  /** User-facing message. */
  message: string
  /** Name of the invalid field, or null. */
  field: string | null
}

/** Status and headers of a refused form. */
export interface RefusedInit {
  status: number
  headers?: Record<string, string>
}

/** Converts a thrown refusal; rethrows anything else. @throws Error for a refusal without a message or a status */
export function refusedFrom(thrown: unknown): { refused: Refused; init: RefusedInit } {
  if (!isRefusal(thrown)) throw thrown
  const statuses: Record<string, number> = refusalStatus
  const message = messageFor(thrown.code)
  const status = statuses[thrown.code]
  if (message === null || status === undefined) throw new Error(`unknown refusal ${thrown.code}`, { cause: thrown })
  const { field, retryAfterSeconds } = thrown.details
  const headers: Record<string, string> = retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {}
  return { refused: { code: thrown.code, message, field: field ?? null }, init: { status, headers } }
}

/** Response of an action to a refused form. @param values fields to show again; never a password */
export function refusedForm<Values>(thrown: unknown, values: Values) {
  const { refused, init } = refusedFrom(thrown)
  return data({ refused, values }, init)
}

/** Throws a refusal as the response of the page, for the screen's error boundary. */
export function refusePage(thrown: unknown): never {
  const { refused, init } = refusedFrom(thrown)
  throw data(refused, init)
}
