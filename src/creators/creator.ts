/** @see docs/product.md#limits */
export const USERNAME_MAX_CHARACTERS = 40
export const BIO_MAX_CHARACTERS = 1000
export const PATREON_URL_MAX_CHARACTERS = 500

/** The profile fields that a creator writes, here and at sign-up; each may be empty. */
export interface CreatorFields {
  username: string
  bio: string
  /** The first support link, http or https only; empty for none. */
  patreonUrl: string
}

/** A link as its creator writes it. */
export interface SupportLinkFields {
  /** Empty when the link is shown with the name of its host. */
  label: string
  /** https only. */
  url: string
}

/** A page outside Hoshi where people can support a creator. */
export interface SupportLink extends SupportLinkFields {
  /** Whether the page carried a `rel="me"` link back to the profile when it was last checked. */
  verified: boolean
}

/** A creator's changes of a profile; absent fields stay as they are. */
export interface CreatorChanges extends Partial<CreatorFields> {
  /** All links, in their order. Wins over `patreonUrl`, which replaces the first one only. */
  supportLinks?: SupportLinkFields[]
  trainingReserved?: boolean
  madeByPeople?: boolean
}

/** The public profile record, created when the account becomes a creator's. */
export interface Creator extends CreatorFields {
  uid: string
  avatarUrl: string
  supportLinks: SupportLink[]
  founderBadge: boolean
  /** Whether the creator's episodes are reserved from the training of models. */
  trainingReserved: boolean
  /** Whether the creator states that people make the episodes. */
  madeByPeople: boolean
  joinedAt: Date
}

/** The name people see: an empty username shows as 'Unnamed creator'. @see docs/product.md#creator-profile */
export function displayName(creator: Pick<Creator, 'username'>): string {
  return creator.username === '' ? 'Unnamed creator' : creator.username
}
