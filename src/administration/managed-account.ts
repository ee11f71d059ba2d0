import type { Account } from '#identity/account.ts'

/** An account as the console shows it. */
export interface ManagedAccount extends Account {
  /** Empty without a public profile, and for a creator without a name. */
  username: string
  /** Empty for none. */
  avatarUrl: string
  founderBadge: boolean
  quotaBytes: number
  usedBytes: number
  /** Episodes that everyone sees on the profile. */
  episodeCount: number
}
