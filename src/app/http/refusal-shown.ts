import { NO_RESPONSE } from '#app/messages/failures.ts'
import { ApiProblem } from './api-client.ts'

/** The sentence of a refused call. */
export interface ShownRefusal {
  message: string
  retryAfterSeconds: number | null
}

export function toRefusal(thrown: unknown): ShownRefusal {
  const problem = thrown instanceof ApiProblem ? thrown : null
  return {
    message: problem?.detail ?? NO_RESPONSE,
    retryAfterSeconds: problem?.retryAfterSeconds ?? null,
  }
}
