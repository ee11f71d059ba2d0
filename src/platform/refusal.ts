/** What a refusal tells besides its code: the input at fault, and limits worth naming. */
export interface RefusalDetails {
  /** Name of the one input at fault, as the form and the API call it. */
  field?: string
  /** Seconds until trying again may help; becomes `Retry-After`. */
  retryAfterSeconds?: number
}

/**
 * The product saying no: expected, safe to show, never logged as a fault.
 * The HTTP status lives in the room's `refusals.ts`, the sentence in `app/messages.ts`.
 */
export class Refusal extends Error {
  readonly code: string
  readonly details: RefusalDetails

  constructor(code: string, details: RefusalDetails = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }
}

/** Recognises a refusal by shape: the server and the bundled screens each hold their own copy of the class. */
export function isRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof Error && thrown.name === 'Refusal' && 'code' in thrown && 'details' in thrown
}
