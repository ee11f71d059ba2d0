import { DELETION_DAYS } from '#identity/account.ts'
import { DAY_MS } from '#platform/clock.ts'

/** The login page after a deletion. @param erasesAt null when the account is erased already */
export function afterDeletionUrl(erasesAt: Date | null): string {
  if (!erasesAt) return '/login?after=account-deleted'
  return `/login?after=account-hidden&until=${erasesAt.toISOString().slice(0, 10)}`
}

/** A deletion that can be undone, in days (UTC). */
export interface GracePeriod {
  /** The day on which it can no longer be undone. */
  endsOn: Date
  daysGone: number
}

/** Reads the day from the address of the page; null for one that no deletion of these days has. */
export function readGracePeriod(until: string | null, now: Date): GracePeriod | null {
  const endsOn = new Date(/^\d{4}-\d{2}-\d{2}$/.test(until ?? '') ? `${until}T00:00:00.000Z` : Number.NaN)
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const daysGone = DELETION_DAYS - (endsOn.getTime() - today) / DAY_MS
  return daysGone >= 0 && daysGone <= DELETION_DAYS ? { endsOn, daysGone } : null
}
