import { type Role, UNTIL_LIFTED } from '#identity/account.ts'
import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'
import { REASON_MAX_CHARACTERS } from './audit.ts'

/** Changes of an account; absent fields stay as they are. */
export interface AccountFields {
  role?: Role
  founderBadge?: boolean
  quotaBytes?: number
  /** Null lifts a suspension. */
  suspendedUntil?: Date | null
  /** Reason for the audit log, and for the owner of a suspended account. */
  reason?: string
}

/** Largest quota, as of the setting of the same name: 1 PiB. */
const QUOTA_MAX_BYTES = 1024 ** 5

/** Whether the change could lock somebody out or let somebody in, so that it wants a recent sign-in. */
export function isDangerous({ role, suspendedUntil }: AccountFields): boolean {
  return role !== undefined || suspendedUntil !== undefined
}

/**
 * Reads the fields into the form that is stored.
 * @throws Refusal moderation.reason_required, moderation.reason_invalid, moderation.until_invalid, moderation.quota_invalid
 */
export function readAccountFields(fields: AccountFields, now: Date): AccountFields & { reason: string } {
  const { quotaBytes, suspendedUntil, reason = '' } = fields
  const reading = readText(reason, { maxCharacters: REASON_MAX_CHARACTERS, multiline: true })
  if (!reading.ok) throw new Refusal('moderation.reason_invalid', { field: 'reason' })
  if (
    quotaBytes !== undefined &&
    !(Number.isSafeInteger(quotaBytes) && quotaBytes >= 0 && quotaBytes <= QUOTA_MAX_BYTES)
  )
    throw new Refusal('moderation.quota_invalid', { field: 'quotaBytes' })
  if (suspendedUntil) {
    const isPossible = suspendedUntil > now && suspendedUntil <= UNTIL_LIFTED
    if (!isPossible) throw new Refusal('moderation.until_invalid', { field: 'suspendedUntil' })
    if (reading.text === '') throw new Refusal('moderation.reason_required', { field: 'reason' })
  }
  return { ...fields, reason: reading.text }
}
