import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { VideoLibraryParts } from './library-parts.ts'
import { videoTables } from './video-rows.server.ts'

type QuotaTables = { upload_quotas: { creator_id: string; quota_bytes: number } }

const tables = (db: Db | Trx) => db.withTables<QuotaTables>()

/** How much of its quota an account uses, in bytes. */
export interface StorageUse {
  quotaBytes: number
  usedBytes: number
}

/** The quota of a creator: its own, or that of everyone. */
export async function quotaOf(
  { creatorQuotaBytes }: VideoLibraryParts['limits'],
  trx: Trx,
  creatorId: string,
): Promise<number> {
  const own = tables(trx).selectFrom('upload_quotas').select('quota_bytes').where('creator_id', '=', creatorId)
  return (await own.executeTakeFirst())?.quota_bytes ?? creatorQuotaBytes
}

/** @see VideoHost.setQuota */
export async function setQuota(
  limits: VideoLibraryParts['limits'],
  trx: Trx,
  creatorId: string,
  quotaBytes: number,
): Promise<number> {
  const before = await quotaOf(limits, trx, creatorId)
  await tables(trx)
    .insertInto('upload_quotas')
    .values({ creator_id: creatorId, quota_bytes: quotaBytes })
    .onConflict((conflict) => conflict.column('creator_id').doUpdateSet({ quota_bytes: quotaBytes }))
    .execute()
  return before
}

/** @see VideoHost.storageOf */
export async function storageOf(
  { creatorQuotaBytes }: VideoLibraryParts['limits'],
  db: Db,
  uids: string[],
): Promise<Map<string, StorageUse>> {
  const quotas = await tables(db)
    .selectFrom('upload_quotas')
    .selectAll()
    .where('creator_id', '=', sql<string>`any(${uids}::text[])`)
    .execute()
  const used = await videoTables(db)
    .selectFrom('videos')
    .select((eb) => ['creator_id', eb.fn.sum<number>('size_bytes').as('bytes')])
    .where('creator_id', '=', sql<string>`any(${uids}::text[])`)
    .groupBy('creator_id')
    .execute()
  const quotaByUid = new Map(quotas.map((row) => [row.creator_id, row.quota_bytes]))
  const usedByUid = new Map(used.map((row) => [row.creator_id, Number(row.bytes)]))
  return new Map(
    uids.map((uid) => [
      uid,
      { quotaBytes: quotaByUid.get(uid) ?? creatorQuotaBytes, usedBytes: usedByUid.get(uid) ?? 0 },
    ]),
  )
}
