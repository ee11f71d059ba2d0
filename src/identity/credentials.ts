import { Refusal } from '#platform/refusal.ts'
import { type ChosenRole, chosenRoles, EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './account.ts'

export interface NewAccount {
  email: string
  password: string
  role: ChosenRole
  /** A code, where signing up takes one. */
  invitation?: string
}

// The shape that better-auth's sign-in accepts: an address stored in any other could never sign in.
const emailShape = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

/** The address in its stored form, trimmed and in lower case; null when invalid. */
export function readEmail(raw: string): string | null {
  if (raw.length > EMAIL_MAX_LENGTH * 2) return null
  const email = raw.trim().toLowerCase()
  return email.length <= EMAIL_MAX_LENGTH && emailShape.test(email) ? email : null
}

/**
 * Checks a password that is about to be set. Its length counts code points.
 *
 * @param field name of the input, for the refusal
 * @throws Refusal identity.password_required, identity.password_too_short, identity.password_too_long
 */
export function checkNewPassword(password: string, field: string): void {
  if (password === '') throw new Refusal('identity.password_required', { field })
  if (isTooLong(password)) throw new Refusal('identity.password_too_long', { field })
  if ([...password].length < PASSWORD_MIN_LENGTH) throw new Refusal('identity.password_too_short', { field })
}

/** Whether a password cannot be anybody's, so that it need not be hashed. */
export function isImpossiblePassword(password: string): boolean {
  return password === '' || isTooLong(password)
}

/**
 * Reads sign-up input into the form that is stored.
 * @throws Refusal identity.email_invalid, identity.role_unknown and those of `checkNewPassword`
 */
export function readNewAccount(input: NewAccount): NewAccount {
  const email = readEmail(input.email)
  if (email === null) throw new Refusal('identity.email_invalid', { field: 'email' })
  checkNewPassword(input.password, 'password')
  if (!chosenRoles.includes(input.role)) throw new Refusal('identity.role_unknown', { field: 'role' })
  return { email, password: input.password, role: input.role }
}

function isTooLong(password: string): boolean {
  return password.length > PASSWORD_MAX_LENGTH * 2 || [...password].length > PASSWORD_MAX_LENGTH
}
