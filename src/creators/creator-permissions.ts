import type { Account } from '#identity/account.ts'

/** Whether this account has a public profile, edited in Settings. */
export function mayHaveProfile(account: Pick<Account, 'isCreator'>): boolean {
  return account.isCreator
}
