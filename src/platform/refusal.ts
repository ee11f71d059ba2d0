import type { ProofChallenge } from './proof-challenge.ts'
import type { platformRefusals } from './refusals.ts'

/** Every refusal code, as keys: each room declares its own in its `refusals.ts`. */
export interface RefusalCodes extends Record<keyof typeof platformRefusals, number> {}

export type RefusalCode = keyof RefusalCodes

/** Details of a refusal besides its code: the input at fault, when to retry, work to do first, and values for its sentence. */
export interface RefusalDetails {
  /** Name of the one input at fault, as the form and the API call it. */
  field?: string
  /** Seconds until trying again may help; becomes `Retry-After`. */
  retryAfterSeconds?: number
  /** Work to do before repeating the call. */
  proof?: ProofChallenge
  /** Values that the sentence names. */
  values?: Readonly<Record<string, string>>
}

/**
 * An expected rejection by the product: safe to show, never logged as a fault.
 * Its HTTP status is in the room's `refusals.ts`, its sentence in `app/messages/refusals.server.ts`.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: RefusalDetails

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }
}

/** Recognises a refusal by shape: the server and the bundled screens each have their own copy of the class. */
export function isRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof Error && thrown.name === 'Refusal' && 'code' in thrown && 'details' in thrown
}
