import { ApiProblem } from '#app/http/api-client.ts'
import { NO_RESPONSE } from '#app/messages/failures.ts'
import { PASSKEY_MADE_BEFORE } from '#app/messages/passkeys.ts'

/**
 * The message after a passkey was not made or not used.
 * @param unused the message when the person or the browser ended it
 */
export function passkeyProblem(thrown: unknown, unused: string): string {
  if (thrown instanceof ApiProblem) return thrown.detail ?? NO_RESPONSE
  if (thrown instanceof DOMException && thrown.name === 'InvalidStateError') return PASSKEY_MADE_BEFORE
  return unused
}

/** Whether this browser has passkeys on this page. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && 'credentials' in navigator
}
