import type { Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Caller } from './caller.ts'
import { isDisposableMail } from './disposable-mail.ts'
import type { IdentityLimits } from './identity-limits.server.ts'
import { admit, type SignUpGate } from './sign-up-gate.ts'

/** Somebody who wants an account. */
export interface SignUpAttempt {
  /** The address in its stored form. */
  email: string
  /** Whether the provider vouches for the person: no proof of work is asked for. */
  isVouchedFor: boolean
  /** The code that they typed; without one where only invited people may sign up, they are refused. */
  invitation?: string | undefined
}

/**
 * @returns takes a use of the invitation, in the transaction that stores the account; null where none is needed
 * @throws Refusal those of `SignUpRules.ensureMaySignUp`, identity.email_disposable, identity.too_many_sign_ups,
 *   request.proof_required; the returned function identity.invitation_invalid, when others have used it up
 */
export type AdmitSignUp = (attempt: SignUpAttempt, from: Caller) => Promise<((trx: Trx) => Promise<void>) | null>

/** Decides who may have an account: every sign-up passes here, by a form, the API or the provider. */
export function createSignUpAdmission(
  gate: SignUpGate,
  disposableDomains: ReadonlySet<string>,
  limits: Pick<IdentityLimits, 'countSignUp'>,
): AdmitSignUp {
  return async ({ email, isVouchedFor, invitation }, from) => {
    // The server makes accounts too, for the demo.
    const takeInvitation = from.isServer ? null : await admit(gate, invitation)
    if (isDisposableMail(email, disposableDomains)) throw new Refusal('identity.email_disposable', { field: 'email' })
    if (!from.isServer) await limits.countSignUp(from, isVouchedFor)
    return takeInvitation
  }
}
