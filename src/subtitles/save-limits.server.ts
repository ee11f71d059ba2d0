import type { Db, Trx } from '#platform/database.server.ts'
import { createRateLimits, lockLimit } from '#platform/rate-limits.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { SAVES_PER_HOUR, STORED_MAX_BYTES } from './subtitle.ts'
import { bytesStoredBy } from './subtitle-rows.server.ts'

/** How a text is saved. */
export interface SaveOptions {
  /** Whether it is one of many that an import brings, which do not count among the saves of an hour. */
  isImported?: boolean
}

/** Key of a person's limit. */
export function saveLimitKey(uid: string): string {
  return `subtitles:${uid}`
}

/**
 * Before anything is read: a file that is refused counts as well. Saves of an import do not: it has limits of its own, and no two of
 * an account run at once.
 * @throws Refusal subtitles.saved_too_often
 */
export async function countSave(db: Db, uid: string, { isImported = false }: SaveOptions = {}): Promise<void> {
  if (isImported) return
  const slot = await createRateLimits(db).take(saveLimitKey(uid), { count: SAVES_PER_HOUR, windowSeconds: 3600 })
  if (!slot.allowed) throw new Refusal('subtitles.saved_too_often', { retryAfterSeconds: slot.retryAfterSeconds })
}

/** Until the end of the transaction nobody else stores for this person. @throws Refusal subtitles.too_much_stored */
export async function ensureSpace(trx: Trx, uid: string): Promise<void> {
  await lockLimit(trx, saveLimitKey(uid))
  if ((await bytesStoredBy(trx, uid)) >= STORED_MAX_BYTES) throw new Refusal('subtitles.too_much_stored')
}
