import { mayAdminister } from '#administration/permissions.ts'
import type { Hoshi } from '#app/http/context.ts'
import type { Account } from '#identity/account.ts'

/** How far a site without episodes has been set up. */
export interface OperatorState {
  /** Address of the admin who reads it. */
  email: string
  sendsMail: boolean
  supportEmail: string | null
  hasCreators: boolean
}

const NOT_NOW_COOKIE = 'hoshi_steps=not-now'
const COOKIE_DAYS = 365

/** Puts the steps aside in this browser. */
export function notNowCookie(isSecure: boolean): string {
  return `${NOT_NOW_COOKIE}; Path=/; Max-Age=${COOKIE_DAYS * 86_400}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** The state of the steps for an admin who has not put them aside; null for everybody else. */
export async function loadOperatorSteps(
  { creators, sendsMail, supportEmail }: Pick<Hoshi, 'creators' | 'sendsMail' | 'supportEmail'>,
  account: Account | null,
  cookies: string | null,
): Promise<OperatorState | null> {
  if (!account || !mayAdminister(account) || cookies?.includes(NOT_NOW_COOKIE)) return null
  return { email: account.email, sendsMail, supportEmail, hasCreators: await creators.hasAny() }
}
