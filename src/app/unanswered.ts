import type { Refused } from '#app/refused.server.ts'

/** What a form says when it was sent and no answer came that can be read. */
export const unanswered: Refused = {
  code: 'unanswered',
  message: 'The server did not answer as it should. Please try again in a moment.',
  field: null,
}

/** Sends a form to its action. Where that fails altogether, the form stays as it is, with `otherwise` for an answer. */
export async function sendOr<Answer, Other>(send: () => Promise<Answer>, otherwise: () => Other) {
  try {
    return await send()
  } catch (thrown) {
    // The way on to the next screen.
    if (thrown instanceof Response) throw thrown
    console.error('A form was not answered.', thrown)
    return otherwise()
  }
}
