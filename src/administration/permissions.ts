import type { Account } from '#identity/account.ts'
import type { RefusalCode } from '#platform/refusal.ts'

/** The properties of an account that permissions depend on. */
type Person = Pick<Account, 'uid' | 'role' | 'suspension'>

/** Moderators and admins open the console; for everyone else it does not exist. @see docs/product.md#the-console */
export function mayOpenConsole(account: Pick<Person, 'role' | 'suspension'> | null): boolean {
  return mayAdminister(account) || (account?.role === 'moderator' && account.suspension === null)
}

/** Admins change roles, badges and quotas, and use the API below /api/v1/admin. */
export function mayAdminister(account: Pick<Person, 'role' | 'suspension'> | null): boolean {
  return account?.role === 'admin' && account.suspension === null
}

/** Why this person may not act on that account; null when nothing is against it. */
export function whyNotActOn(
  actor: Person,
  subject: Pick<Person, 'uid' | 'role'>,
): Extract<RefusalCode, `moderation.${string}`> | null {
  if (!mayOpenConsole(actor)) return 'moderation.admins_only'
  if (actor.uid === subject.uid) return 'moderation.own_account'
  return subject.role === 'admin' ? 'moderation.admin_account' : null
}
