import { NO_RESPONSE } from '#app/messages/failures.ts'
import type { Refused } from '#app/refused.server.ts'

/** The error of a form whose submission got no readable response. */
export const noResponse: Refused = {
  code: 'unanswered',
  message: NO_RESPONSE,
  field: null,
}

/** Submits a form to its action. If the request itself fails, returns `fallback()`, and the form stays on the page. */
export async function submitOr<Result, Fallback>(submit: () => Promise<Result>, fallback: () => Fallback) {
  try {
    return await submit()
  } catch (thrown) {
    // A redirect to the next screen.
    if (thrown instanceof Response) throw thrown
    console.error('form submission got no response', thrown)
    return fallback()
  }
}
