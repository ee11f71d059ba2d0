import type { Account } from '#identity/account.ts'

/** Whether a public profile belongs to this account, to be looked after in Settings. */
export function mayHaveProfile(account: Pick<Account, 'role'>): boolean {
  return account.role === 'creator'
}
