import { data } from 'react-router'
import { messageFor, refusalStatus } from '#app/messages.ts'
import { isRefusal } from '#platform/refusal.ts'

/** What a screen shows when a room said no. */
export interface Refused {
  code: string
  /** The sentence a person reads. */
  message: string
  /** Name of the one input at fault, or null. */
  field: string | null
}

/** Status and headers of a refused form. */
export interface RefusedInit {
  status: number
  headers?: Record<string, string>
}

/** Reads a thrown refusal; rethrows everything else, which is a fault and not an answer. */
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

/** The answer of an action whose form broke a rule: the refusal, what the form held (never a password), the status. */
export function refusedForm<Kept>(thrown: unknown, kept: Kept) {
  const { refused, init } = refusedFrom(thrown)
  return data({ refused, kept }, init)
}

/** Throws a refusal as the answer of the whole page, for the screen's own boundary. */
export function refusePage(thrown: unknown): never {
  const { refused, init } = refusedFrom(thrown)
  throw data(refused, init)
}
