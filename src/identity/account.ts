/** Role of an account. Nothing grants `admin` yet, and no request ever does. @see docs/product.md#roles */
export type Role = 'viewer' | 'creator' | 'admin'

/** The roles a person may choose at sign-up; the first is the default. */
export const chosenRoles = ['viewer', 'creator'] as const
export type ChosenRole = (typeof chosenRoles)[number]

/** Name of the session cookie; behind https it also carries the prefix that binds it to this host. */
export const SESSION_COOKIE = 'hoshi_session'
export const SECURE_SESSION_COOKIE = '__Host-hoshi_session'

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
  createdAt: Date
}

/** The part of an account that decides what it owns and may see. */
export type Viewer = Pick<Account, 'uid'>

/** @see docs/product.md#accounts */
export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128
export const EMAIL_MAX_LENGTH = 254

/** The page after sign-in, unless the login guard names another. */
export function homeAfterSignIn(account: Pick<Account, 'role'>): '/dashboard' | '/explore' {
  return account.role === 'creator' ? '/dashboard' : '/explore'
}
