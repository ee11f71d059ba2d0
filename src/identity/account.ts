/** Role of an account. Only the command line grants `admin`. @see docs/product.md#roles */
export const roles = ['viewer', 'creator', 'moderator', 'admin'] as const
export type Role = (typeof roles)[number]

/** The roles a person may choose at sign-up; the first is the default. */
export const chosenRoles = ['viewer', 'creator'] as const
export type ChosenRole = (typeof chosenRoles)[number]

/** Name of the session cookie; behind https it also carries the prefix that binds it to this host. */
export const SESSION_COOKIE = 'hoshi_session'
export const SECURE_SESSION_COOKIE = '__Host-hoshi_session'

/** Name of the cookie of a sign-in that waits for its code. */
export const SECOND_STEP_COOKIE = 'hoshi_second_step'
export const SECURE_SECOND_STEP_COOKIE = '__Host-hoshi_second_step'

/** Name and lifetime of the cookie by which accounts recognise a browser that they have signed in from. */
export const DEVICE_COOKIE = 'hoshi_device'
export const SECURE_DEVICE_COOKIE = '__Host-hoshi_device'
export const DEVICE_DAYS = 365

/** Whether a Cookie header contains a session, valid or not. */
export function carriesSession(cookieHeader: string | null | undefined): boolean {
  return (cookieHeader ?? '').split(';').some((pair) => {
    const name = pair.split('=')[0]?.trim()
    return name === SESSION_COOKIE || name === SECURE_SESSION_COOKIE
  })
}

/** One person's account, as visible to other rooms. Never contains a password or a session. */
export interface Account {
  uid: string
  email: string
  role: Role
  /** Whether it has a public profile, and so may upload, whatever its role. */
  isCreator: boolean
  createdAt: Date
  /** While it may not write; null otherwise. */
  suspension: Suspension | null
  /** Adult episodes are shown to it without asking. Known only of the account that sends a request. */
  showsNsfw?: true
}

/** @see docs/product.md#suspension */
export interface Suspension {
  until: Date
  /** Words of the person who decided, for the owner of the account. */
  reason: string
}

/** The end of a suspension that lasts until it is lifted. */
export const UNTIL_LIFTED = new Date('9999-12-31T00:00:00.000Z')

/** How long a deletion can be undone. @see docs/product.md#deleting-an-account */
export const DELETION_DAYS = 30

/** The part of an account that decides what it owns and may see. */
export type Viewer = Pick<Account, 'uid'> & Partial<Pick<Account, 'role' | 'showsNsfw'>>

/** @see docs/product.md#accounts */
export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128
export const EMAIL_MAX_LENGTH = 254

/** The page after sign-in, unless the login guard names another. */
export function homeAfterSignIn(account: Pick<Account, 'isCreator'>): '/dashboard' | '/explore' {
  return account.isCreator ? '/dashboard' : '/explore'
}

/** The role that an account has when it looks after nothing but its own. */
export function ordinaryRole(account: Pick<Account, 'isCreator'>): ChosenRole {
  return account.isCreator ? 'creator' : 'viewer'
}
