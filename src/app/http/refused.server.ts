import { data, type RouterContextProvider } from 'react-router'
import { messageFor, refusalStatus } from '#app/messages/refusals.server.ts'
import type { FieldProblem } from '#app/ui/form-problems.ts'
import type { ProofChallenge } from '#platform/proof-challenge.ts'
import { isRefusal, Refusal } from '#platform/refusal.ts'
import { storageFaultOf } from '#platform/storage-fault.ts'
import { hoshiContext, pageRequestContext } from './context.ts'

/** A refusal as shown by a screen. */
export interface Refused {
  code: string
  /** User-facing message. */
  message: string
  /** Name of the invalid field, or null. */
  field: string | null
  /** Work to do before the form is sent again. */
  proof?: ProofChallenge
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
  const message = messageFor(thrown.code, thrown.details.values)
  const status = statuses[thrown.code]
  if (message === null || status === undefined) throw new Error(`unknown refusal ${thrown.code}`, { cause: thrown })
  const { field, retryAfterSeconds, proof } = thrown.details
  const headers: Record<string, string> = retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {}
  const refused = { code: thrown.code, message, field: field ?? null, ...(proof && { proof }) }
  return { refused, init: { status, headers } }
}

/**
 * Converts a disk that filled up during an upload to its refusal, with the cause in the log, so that the form shows it and
 * keeps its values. Returns anything else unchanged.
 * @param field of the file
 */
export function reportFullDisk(
  thrown: unknown,
  context: Readonly<RouterContextProvider>,
  request: Pick<Request, 'url'>,
  field?: string,
): unknown {
  if (storageFaultOf(thrown) !== 'full') return thrown
  const { requestId } = context.get(pageRequestContext)
  const { pathname } = new URL(request.url)
  context.get(hoshiContext).log.error({ err: thrown, requestId, path: pathname }, 'an upload filled the disk')
  return new Refusal('video.storage_full', field === undefined ? {} : { field })
}

/** Response of an action to a refused form. @param values fields to show again; never a password */
export function refusedForm<Values>(thrown: unknown, values: Values) {
  const { refused, init } = refusedFrom(thrown)
  return data({ refused, values }, init)
}

/** Response of an action to a form whose fields are wrong. @param values fields to show again; never a password */
export function problemsForm<Values>(problems: readonly FieldProblem[], values: Values) {
  return data({ refused: null, problems, values }, { status: 422 })
}

/** Throws a refusal as the response of the page, for the screen's error boundary. */
export function refusePage(thrown: unknown): never {
  const { refused, init } = refusedFrom(thrown)
  throw data(refused, init)
}
