import type { Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'

/** Who may make an account: everyone, those with an invitation, or no one. @see docs/product.md#the-site */
export const signUpModes = ['open', 'invite', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]

/** The decision about new accounts, which is made and stored above this room. */
export interface SignUpGate {
  mode(): Promise<SignUpMode>
  /** Whether the code is of an invitation that could be used now. */
  isValid(code: string): Promise<boolean>
  /** Takes one use of an invitation, in the transaction that stores the account; false when there is none left. */
  take(trx: Trx, code: string): Promise<boolean>
}

/** Everyone may make an account. */
export const openGate: SignUpGate = {
  mode: async () => 'open',
  isValid: async () => false,
  take: async () => false,
}

export interface SignUpRules {
  /** Who may make an account now. */
  signUpMode(): Promise<SignUpMode>
  /**
   * Asked before anything else of a sign-up is read. A use of the invitation is taken with the account.
   * @throws Refusal identity.sign_up_closed, identity.invitation_required, identity.invitation_invalid (all 403)
   */
  ensureMaySignUp(invitation: string | undefined): Promise<void>
}

export function createSignUpRules(gate: SignUpGate): SignUpRules {
  return {
    signUpMode: () => gate.mode(),
    ensureMaySignUp: async (invitation) => void (await admit(gate, invitation)),
  }
}

/**
 * @returns takes a use of the invitation, in the transaction that stores the account; null where none is needed
 * @throws Refusal identity.sign_up_closed, identity.invitation_required, identity.invitation_invalid; the returned
 *   function identity.invitation_invalid, when others have used it up
 */
export async function admit(
  gate: SignUpGate,
  invitation: string | undefined,
): Promise<((trx: Trx) => Promise<void>) | null> {
  const mode = await gate.mode()
  if (mode === 'open') return null
  if (mode === 'closed') throw new Refusal('identity.sign_up_closed')
  const field = 'invitation'
  const code = invitation?.trim() ?? ''
  if (code === '') throw new Refusal('identity.invitation_required', { field })
  if (!(await gate.isValid(code))) throw new Refusal('identity.invitation_invalid', { field })
  return async (trx) => {
    if (!(await gate.take(trx, code))) throw new Refusal('identity.invitation_invalid', { field })
  }
}
