import type { Account } from '#identity/account.ts'
import type { Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import type { FailureReason } from './failure-reasons.ts'
import type { VideoVerbParts } from './library-parts.ts'
import { ownRow } from './own-videos.server.ts'
import { emitVideoEvent } from './video-events.server.ts'
import { lockVideoRow, lockVideoRowsOf, type VideoRow, videoTables } from './video-rows.server.ts'
import { isInQueue } from './video-step.ts'

/** @see VideoHost.remove */
export async function removeVideo(parts: VideoVerbParts, account: Account, uid: string): Promise<void> {
  await ownRow(parts, account, uid)
  await transact(parts.db, async (trx) => {
    const row = await lockVideoRow(trx, uid)
    if (!row) throw new Refusal('video.not_found')
    if (row.is_published) throw new Refusal('video.in_use')
    if (row.is_awaited) throw new Refusal('video.awaited')
    await removeRow(parts, trx, row)
  })
}

/** @see VideoHost.removeWithEpisode */
export async function removeWithEpisode(parts: VideoVerbParts, trx: Trx, uid: string): Promise<void> {
  const row = await lockVideoRow(trx, uid)
  if (row) await removeRow(parts, trx, row)
}

/** @see VideoHost.removeAllOf */
export async function removeAllOf(
  parts: VideoVerbParts,
  trx: Trx,
  creatorId: string,
  firstUids: string[],
): Promise<void> {
  const rows = await lockVideoRowsOf(trx, creatorId)
  const rankByUid = new Map(firstUids.map((uid, index) => [uid, index]))
  const rank = ({ uid }: VideoRow) => rankByUid.get(uid) ?? rankByUid.size
  for (const row of rows.sort((one, other) => rank(one) - rank(other))) await removeRow(parts, trx, row)
}

/** Ends an unfinished upload: removes its row, or sets it to `error` when an episode uses or awaits it. */
export async function endUpload(parts: VideoVerbParts, trx: Trx, uid: string, reason: FailureReason): Promise<void> {
  const row = await lockVideoRow(trx, uid)
  if (row?.state !== 'pendingupload') return
  const isNeeded = (row.is_published || row.is_awaited) && row.creator_id !== null
  if (!isNeeded) return await removeRow(parts, trx, row)
  const end = { state: 'error' as const, step: '' as const, reason_code: reason, ask_at: null }
  await videoTables(trx).updateTable('videos').set(end).where('uid', '=', uid).execute()
  await parts.jobs.enqueue(trx, parts.adapter.eraseJob, { uid })
  await emitVideoEvent(parts.events, trx, { ...row, ...end })
}

/** @see VideoHost.endUploadsOf */
export async function endUploadsOf(parts: VideoVerbParts, trx: Trx, creatorId: string): Promise<void> {
  const open = await videoTables(trx)
    .selectFrom('videos')
    .select('uid')
    .where('creator_id', '=', creatorId)
    .where('state', '=', 'pendingupload')
    .orderBy('uid')
    .execute()
  for (const { uid } of open) await endUpload(parts, trx, uid, 'upload_cancelled')
}

/** Deletes the row now; a job removes the bytes. */
async function removeRow({ jobs, events, adapter }: VideoVerbParts, trx: Trx, row: VideoRow): Promise<void> {
  await videoTables(trx).deleteFrom('videos').where('uid', '=', row.uid).execute()
  await jobs.enqueue(trx, adapter.eraseJob, { uid: row.uid })
  await adapter.onRemoved?.(trx, row)
  await emitVideoEvent(events, trx, row, { removed: true, leftLine: isInQueue(row) })
}
