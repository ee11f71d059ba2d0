import { NO_RESPONSE } from '#app/messages/failures.ts'
import { refusalIn } from './page-refusal.ts'
import type { Refused } from './refused.server.ts'

/** The error of a form whose submission got no readable response. */
const noResponse: Refused = {
  code: 'unanswered',
  message: NO_RESPONSE,
  field: null,
}

/**
 * Submits a form to its action. If the request itself fails, or the form is refused as a whole, returns `fallback(why)`, and
 * the form stays on the page.
 */
export async function submitOr<Result, Fallback>(submit: () => Promise<Result>, fallback: (why: Refused) => Fallback) {
  try {
    return await submit()
  } catch (thrown) {
    // A redirect to the next screen.
    if (thrown instanceof Response) throw thrown
    const refused = refusalIn(thrown)
    if (!refused) console.error('form submission got no response', thrown)
    return fallback(refused ?? noResponse)
  }
}
