/** @see docs/product.md#limits */
export const USERNAME_MAX_CHARACTERS = 40
export const BIO_MAX_CHARACTERS = 1000
export const PATREON_URL_MAX_CHARACTERS = 500

/** The profile fields that a creator writes; each may be empty. */
export interface CreatorFields {
  username: string
  bio: string
  /** http or https only; empty for none. */
  patreonUrl: string
}

/** The public profile record, created when the account becomes a creator's. */
export interface Creator extends CreatorFields {
  uid: string
  avatarUrl: string
  founderBadge: boolean
  joinedAt: Date
}

/** The name people see: an empty username shows as 'Unnamed creator'. @see docs/product.md#creator-profile */
export function displayName(creator: Pick<Creator, 'username'>): string {
  return creator.username === '' ? 'Unnamed creator' : creator.username
}
