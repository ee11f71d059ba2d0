import type { ManagedAccount } from '#administration/managed-account.ts'
import { mayAdminister, whyNotActOn } from '#administration/permissions.ts'
import type { SuspensionView } from '#app/messages/suspension.ts'
import type { Account, Role } from '#identity/account.ts'

/** A row of the accounts, as the page receives it. */
export interface AccountItem {
  uid: string
  email: string
  /** Name of the public profile, or else the email address. */
  name: string
  avatarUrl: string
  role: Role
  isCreator: boolean
  founderBadge: boolean
  quotaBytes: number
  usedBytes: number
  episodeCount: number
  createdAt: Date
  suspension: SuspensionView | null
  /** Whether this reader may suspend and restore it. */
  maySuspend: boolean
  /** Whether this reader may change its role, badge and quota. */
  mayChange: boolean
}

export function toAccountItem(account: ManagedAccount, reader: Account): AccountItem {
  const { uid, email, role, isCreator, username, avatarUrl, founderBadge, quotaBytes, usedBytes } = account
  const { episodeCount, createdAt, suspension } = account
  const maySuspend = whyNotActOn(reader, account) === null
  return {
    uid,
    email,
    role,
    isCreator,
    avatarUrl,
    founderBadge,
    quotaBytes,
    usedBytes,
    episodeCount,
    createdAt,
    name: username || email,
    suspension: suspension && { until: suspension.until.toISOString(), reason: suspension.reason },
    maySuspend,
    mayChange: maySuspend && mayAdminister(reader),
  }
}
