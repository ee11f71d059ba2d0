import type { Generated, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { transact } from '#platform/transact.server.ts'
import { videoTables } from '../video-rows.server.ts'

interface PartedUploadsTable {
  video_uid: string
  write_id: string
  /** Null before the first part. */
  upload_id: string | null
  received_bytes: Generated<number>
}

interface UploadPartsTable {
  video_uid: string
  number: number
  tag: string
  size_bytes: number
  sha256: Buffer
}

interface UploadTailsTable {
  video_uid: string
  first_byte: number
  id: string
  size_bytes: number
  sha256: Buffer
}

export type PartRow = Omit<Selectable<UploadPartsTable>, 'video_uid'>
export type TailRow = Omit<Selectable<UploadTailsTable>, 'video_uid'>

/** The progress of an upload that the store has acknowledged. */
export interface PartedUpload {
  writeId: string
  /** Null before the first part. */
  uploadId: string | null
  receivedBytes: number
  /** In the order of their numbers. */
  parts: PartRow[]
  /** The pieces after the last part, in order. */
  tails: TailRow[]
}

function partTables(db: Db | Trx) {
  return videoTables(db).withTables<{
    parted_uploads: PartedUploadsTable
    upload_parts: UploadPartsTable
    upload_tails: UploadTailsTable
  }>()
}

/** Null when nothing of it has arrived, or all of it has become the original. */
export async function findPartedUpload(db: Db, uid: string): Promise<PartedUpload | null> {
  const atOneMoment = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  const read = async (trx: Trx) => {
    const row = await partTables(trx)
      .selectFrom('parted_uploads')
      .selectAll()
      .where('video_uid', '=', uid)
      .executeTakeFirst()
    if (!row) return null
    const parts = await partTables(trx)
      .selectFrom('upload_parts')
      .select(['number', 'tag', 'size_bytes', 'sha256'])
      .where('video_uid', '=', uid)
      .orderBy('number')
      .execute()
    const tails = await partTables(trx)
      .selectFrom('upload_tails')
      .select(['first_byte', 'id', 'size_bytes', 'sha256'])
      .where('video_uid', '=', uid)
      .orderBy('first_byte')
      .execute()
    const { write_id, upload_id, received_bytes } = row
    return { writeId: write_id, uploadId: upload_id, receivedBytes: received_bytes, parts, tails }
  }
  return await transact(db, read, atOneMoment)
}

/** Bytes that the store has acknowledged; null without any. */
export async function findReceivedBytes(db: Db, uid: string): Promise<number | null> {
  const row = await partTables(db)
    .selectFrom('parted_uploads')
    .select('received_bytes')
    .where('video_uid', '=', uid)
    .executeTakeFirst()
  return row?.received_bytes ?? null
}

/** Stores the row of an upload before its first bytes, unless there is one, or the upload has ended. */
export async function insertPartedUpload(db: Db, uid: string): Promise<void> {
  // The lock makes a removal wait, which then finds the row.
  await sql`
    insert into parted_uploads (video_uid, write_id)
    select uid, ${newId()} from videos where uid = ${uid} and state = 'pendingupload' for key share
    on conflict do nothing`.execute(db)
}

/** @returns false when there is a name already, or no such upload any more */
export async function recordUploadId(db: Db, uid: string, uploadId: string): Promise<boolean> {
  const { numUpdatedRows } = await partTables(db)
    .updateTable('parted_uploads')
    .set({ upload_id: uploadId })
    .where('video_uid', '=', uid)
    .where('upload_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Bytes that the store has acknowledged, and of how many that was the case before. */
interface Progress {
  from: number
  to: number
}

/** Records a part, in place of the tails that it contains. @returns false when another writer was faster, or the upload has ended */
export async function recordPart(db: Db, uid: string, part: PartRow, progress: Progress): Promise<boolean> {
  return await transact(db, async (trx) => {
    if (!(await advance(trx, uid, progress))) return false
    const { number, ...facts } = part
    await partTables(trx)
      .insertInto('upload_parts')
      .values({ video_uid: uid, number, ...facts })
      .onConflict((conflict) => conflict.columns(['video_uid', 'number']).doUpdateSet(facts))
      .execute()
    await removeTails(trx, uid, progress.to)
    return true
  })
}

/** Records a tail, in place of those that it contains. @returns false as `recordPart` */
export async function recordTail(db: Db, uid: string, tail: TailRow, progress: Progress): Promise<boolean> {
  return await transact(db, async (trx) => {
    if (!(await advance(trx, uid, progress))) return false
    await removeTails(trx, uid, progress.to, tail.first_byte)
    await partTables(trx)
      .insertInto('upload_tails')
      .values({ video_uid: uid, ...tail })
      .execute()
    return true
  })
}

async function advance(trx: Trx, uid: string, { from, to }: Progress): Promise<boolean> {
  const pending = videoTables(trx)
    .selectFrom('videos')
    .select('uid')
    .where('uid', '=', uid)
    .where('state', '=', 'pendingupload')
  const { numUpdatedRows } = await partTables(trx)
    .updateTable('parted_uploads')
    .set({ received_bytes: to })
    .where('video_uid', '=', uid)
    .where('received_bytes', '=', from)
    .where(({ exists }) => exists(pending))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function removeTails(trx: Trx, uid: string, before: number, since = 0): Promise<void> {
  await partTables(trx)
    .deleteFrom('upload_tails')
    .where('video_uid', '=', uid)
    .where('first_byte', '>=', since)
    .where('first_byte', '<', before)
    .execute()
}

export async function removePartedUpload(db: Db, uid: string): Promise<void> {
  await partTables(db).deleteFrom('parted_uploads').where('video_uid', '=', uid).execute()
}

/**
 * Removes the rows of an upload that the store has lost, so that it begins anew; not when another writer has changed them
 * since they were read, since that writer may have removed the upload that looked lost.
 */
export async function removeLostUpload(db: Db, uid: string, lost: PartedUpload): Promise<void> {
  await transact(db, async (trx) => {
    const row = await partTables(trx)
      .selectFrom('parted_uploads')
      .select(['upload_id', 'received_bytes'])
      .where('video_uid', '=', uid)
      .forUpdate()
      .executeTakeFirst()
    const tails = await partTables(trx).selectFrom('upload_tails').select('id').where('video_uid', '=', uid).execute()
    const known = new Set(lost.tails.map(({ id }) => id))
    const isUnchanged =
      row?.upload_id === lost.uploadId &&
      row.received_bytes === lost.receivedBytes &&
      tails.length === known.size &&
      tails.every(({ id }) => known.has(id))
    if (isUnchanged) await partTables(trx).deleteFrom('parted_uploads').where('video_uid', '=', uid).execute()
  })
}

/** Whether an upload that may still be continued has this name at the store. */
export async function isUploadIdAwaited(db: Db, uid: string, uploadId: string): Promise<boolean> {
  const row = await partTables(db)
    .selectFrom('parted_uploads')
    .innerJoin('videos', 'videos.uid', 'parted_uploads.video_uid')
    .select('video_uid')
    .where('video_uid', '=', uid)
    .where('upload_id', '=', uploadId)
    .where('state', '=', 'pendingupload')
    .executeTakeFirst()
  return row !== undefined
}

/** Uids among these of uploads whose bytes have begun to arrive. */
export async function partedUidsAmong(db: Db, uids: string[]): Promise<Set<string>> {
  if (uids.length === 0) return new Set()
  const rows = await partTables(db)
    .selectFrom('parted_uploads')
    .select('video_uid')
    .where('video_uid', '=', sql<string>`any(${uids}::text[])`)
    .execute()
  return new Set(rows.map(({ video_uid }) => video_uid))
}
