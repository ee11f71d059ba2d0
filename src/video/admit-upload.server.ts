import { sql } from 'kysely'
import type { Account } from '#identity/account.ts'
import type { Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'
import { transact } from '#platform/transact.server.ts'
import type { VideoLibraryParts } from './library-parts.ts'
import { quotaOf } from './quotas.server.ts'
import { UNFINISHED_UPLOADS_MAX, VIDEO_NAME_MAX_CHARACTERS } from './video.ts'
import { mayUpload } from './video-permissions.ts'
import { type NewVideoRow, videoTables } from './video-rows.server.ts'

type Limits = VideoLibraryParts['limits']

/**
 * Checks whether this person may send this file, by its declared name and size.
 * @returns the name to store
 * @throws Refusal video.creators_only, video.name_invalid, video.size_invalid, video.too_many_bytes
 */
export function admitUpload(
  limits: Limits,
  account: Account,
  { name, sizeBytes }: { name: string; sizeBytes: number },
): string {
  if (!mayUpload(account)) throw new Refusal('video.creators_only')
  const readable = readName(name)
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes <= 0)
    throw new Refusal('video.size_invalid', { field: 'sizeBytes' })
  if (sizeBytes > limits.maxUploadBytes) throw new Refusal('video.too_many_bytes', { field: 'sizeBytes' })
  return readable
}

/** Checks whether this creator may have another upload of this size; the binding check is in `storeUpload`. */
export async function checkQuota(
  { db, limits }: VideoLibraryParts,
  creatorId: string,
  sizeBytes: number,
): Promise<void> {
  await transact(db, (trx) => lockQuota(limits, trx, creatorId, sizeBytes))
}

/**
 * Stores the row of an upload, whose creator stays until the commit.
 * @throws Refusal video.quota_reached, video.too_many_unfinished, identity.sign_in_required when the account is being deleted
 */
export async function storeUpload(
  { clock, identity, limits }: VideoLibraryParts,
  trx: Trx,
  row: Omit<NewVideoRow, 'created_at'>,
): Promise<void> {
  if (row.creator_id) {
    await identity.lockAgainstRemoval(trx, row.creator_id)
    await lockQuota(limits, trx, row.creator_id, row.size_bytes)
  }
  await videoTables(trx)
    .insertInto('videos')
    .values({ ...row, created_at: clock.now() })
    .execute()
}

/** Serialises concurrent requests of a creator. @throws Refusal video.quota_reached, video.too_many_unfinished */
async function lockQuota(limits: Limits, trx: Trx, creatorId: string, sizeBytes: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${creatorId}, 1))`.execute(trx)
  const used = await videoTables(trx)
    .selectFrom('videos')
    .select((eb) => [
      eb.fn.sum<number | null>('size_bytes').as('bytes'),
      eb.fn.countAll<number>().filterWhere('state', '=', 'pendingupload').as('unfinished'),
    ])
    .where('creator_id', '=', creatorId)
    .executeTakeFirstOrThrow()
  const quotaBytes = await quotaOf(limits, trx, creatorId)
  if (Number(used.bytes ?? 0) + sizeBytes > quotaBytes) throw new Refusal('video.quota_reached')
  if (Number(used.unfinished) >= UNFINISHED_UPLOADS_MAX) throw new Refusal('video.too_many_unfinished')
}

/** @throws Refusal video.name_invalid */
function readName(name: string): string {
  const reading = readText(name, { maxCharacters: VIDEO_NAME_MAX_CHARACTERS })
  if (!reading.ok || reading.text === '') throw new Refusal('video.name_invalid', { field: 'name' })
  return reading.text
}
