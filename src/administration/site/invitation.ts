import { Refusal } from '#platform/refusal.ts'

/** A code with which so many people may still sign up. */
export interface Invitation {
  id: string
  /** How many people it was made for. */
  uses: number
  usesLeft: number
  /** Null: until it is used up. */
  expiresAt: Date | null
  createdAt: Date
}

export interface NewInvitation {
  uses: number
  expiresAt?: Date | null
}

/** @see docs/product.md#limits */
export const USES_MAX = 1000
/** Invitations that exist at the same time. */
export const INVITATIONS_MAX = 200

/** @throws Refusal moderation.uses_invalid, moderation.expires_at_invalid */
export function readInvitation({ uses, expiresAt }: NewInvitation, now: Date): Pick<Invitation, 'uses' | 'expiresAt'> {
  if (!(Number.isInteger(uses) && uses >= 1 && uses <= USES_MAX))
    throw new Refusal('moderation.uses_invalid', { field: 'uses' })
  if (expiresAt && !(expiresAt > now && expiresAt.getUTCFullYear() <= 9999))
    throw new Refusal('moderation.expires_at_invalid', { field: 'expiresAt' })
  return { uses, expiresAt: expiresAt ?? null }
}

/** Path of the sign-up with the code filled in. */
export function invitationPath(code: string): string {
  return `/signup?${new URLSearchParams({ invitation: code })}`
}
