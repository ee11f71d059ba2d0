/** @see docs/product.md#credits */
export const CREDITS_MAX = 60
export const CREDIT_NAME_MAX_CHARACTERS = 60
export const CREDIT_ROLE_MAX_CHARACTERS = 40
/** People whom one creator may ask in a day, counted for each credit that names somebody else. */
export const CREDIT_REQUESTS_PER_DAY = 60
/** People credited before whom the editor suggests. */
export const CREDIT_SUGGESTIONS_MAX = 100
/** Credits on one page of a person's list unless asked otherwise. */
export const CREDITS_PAGE = 24

/** Roles that the editor offers, in the order of production; any other text is a role too. */
export const creditRoles = [
  'Direction',
  'Story',
  'Script',
  'Storyboard',
  'Character design',
  'Layout',
  'Key animation',
  'In-between',
  'Background',
  'Colour',
  'Compositing',
  'Editing',
  'Music',
  'Sound',
  'Voice',
  'Translation',
] as const

/** One person in one role, as everyone sees it. */
export interface Credit {
  name: string
  role: string
  /** The creator behind the name, who agreed to the link; null for a name alone. */
  uid: string | null
}

/**
 * A credit to store. `uid` asks that creator for a link, null removes a link, and without it an open request of the same
 * name and role stays: the credits as they are shown, sent back, change nothing.
 */
export interface NewCredit {
  name: string
  role: string
  uid?: string | null
}

/** A credit as the episode's creator edits it. */
export interface EditableCredit {
  name: string
  role: string
  /** The creator named, and whether they agreed; null for a name alone. */
  link: { uid: string; username: string; isAccepted: boolean } | null
}

/** Somebody whom a creator credited before. */
export interface CreditedPerson {
  name: string
  /** The creator asked under this name, whether or not they agreed; null for a name alone. */
  link: { uid: string; username: string } | null
}

/** A credit that names a person, as that person may answer it. @see docs/product.md#credits */
export interface NamingCredit {
  id: string
  name: string
  role: string
  state: 'asked' | 'accepted'
  askedAt: Date
  episode: { id: string; title: string; poster: string | null }
  /** The episode's creator, who asks. */
  creator: { uid: string; username: string; avatarUrl: string }
}

/** Credits grouped for reading: each role once, in the order of its first credit. */
export function byRole<C extends { role: string }>(credits: readonly C[]): { role: string; credits: C[] }[] {
  const roles = new Map<string, C[]>()
  for (const credit of credits) {
    const same = roles.get(credit.role)
    if (same) same.push(credit)
    else roles.set(credit.role, [credit])
  }
  return [...roles].map(([role, inRole]) => ({ role, credits: inRole }))
}
