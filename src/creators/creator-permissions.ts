import type { Account } from '#identity/account.ts'

/** Whether this account has a public profile, edited in Settings. */
export function mayHaveProfile(account: Pick<Account, 'role'>): boolean {
  return account.role === 'creator'
}
