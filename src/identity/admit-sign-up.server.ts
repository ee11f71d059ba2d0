import { Refusal } from '#platform/refusal.ts'
import type { Caller } from './caller.ts'
import { isDisposableMail } from './disposable-mail.ts'
import type { IdentityLimits } from './identity-limits.server.ts'

/** Somebody who wants an account. */
export interface SignUpAttempt {
  /** In its stored form. */
  email: string
  /** Whether the provider vouches for the person: no proof of work is asked for. */
  isVouchedFor: boolean
}

/** @throws Refusal identity.email_disposable, identity.too_many_sign_ups, request.proof_required */
export type AdmitSignUp = (attempt: SignUpAttempt, from: Caller) => Promise<void>

/** Decides who may have an account: every sign-up passes here, by a form, the API or the provider. */
export function createSignUpAdmission(
  disposableDomains: ReadonlySet<string>,
  limits: Pick<IdentityLimits, 'countSignUp'>,
): AdmitSignUp {
  return async ({ email, isVouchedFor }, from) => {
    if (isDisposableMail(email, disposableDomains)) throw new Refusal('identity.email_disposable', { field: 'email' })
    if (!from.isServer) await limits.countSignUp(from, isVouchedFor)
  }
}
