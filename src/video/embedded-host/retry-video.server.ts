import type { Account } from '#identity/account.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { transact } from '#platform/transact.server.ts'
import { type createFailureLimit, RETRIES_PER_VIDEO } from '../failure-limit.server.ts'
import { originalKey } from '../stored-objects.ts'
import type { Video } from '../video.ts'
import { emitVideoEvent } from '../video-events.server.ts'
import { neededJobs, probeJob } from '../video-jobs.ts'
import type { VideoLibrary } from '../video-library.server.ts'
import { findVideoRow, lockVideoRow, queueOwnerOf, type VideoRow, videoTables } from '../video-rows.server.ts'

interface RestartParts {
  storage: ObjectStorage
  jobs: Jobs
  events: Events
}

interface RetryParts extends RestartParts {
  db: Db
  library: Pick<VideoLibrary, 'ownRow' | 'shape'>
  failureLimit: ReturnType<typeof createFailureLimit>
}

/** @see VideoHost.retry */
export async function retryVideo(parts: RetryParts, account: Account, uid: string): Promise<Video> {
  const { db, storage, library, failureLimit } = parts
  await library.ownRow(account, uid)
  await failureLimit.admit(account.uid)
  return await transact(db, async (trx) => {
    const row = await lockVideoRow(trx, uid)
    if (!row) throw new Refusal('video.not_found')
    if (!(await isRestartable(storage, row))) throw new Refusal('video.not_retryable')
    if (row.retries >= RETRIES_PER_VIDEO) throw new Refusal('video.retried_too_often')
    return library.shape(await restart(parts, trx, row, row.retries + 1))
  })
}

/** @see VideoHost.restartAfter */
export async function restartAfter(parts: RestartParts, trx: Trx, jobKind: string, uid: string): Promise<boolean> {
  if (!neededJobs.some(({ name }) => name === jobKind)) return false
  const row = await lockVideoRow(trx, uid)
  if (!row || !(await isRestartable(parts.storage, row))) return false
  await restart(parts, trx, row, row.retries)
  return true
}

export interface ReprocessParts extends RestartParts {
  db: Db
  /** Makes a video again whose bytes have arrived and that has not failed; null when it is in another state. */
  reprocessReceived(uid: string): Promise<VideoRow | null>
}

/** @see VideoHost.reprocess */
export async function reprocessVideo(parts: ReprocessParts, uid: string): Promise<boolean> {
  const { db, storage } = parts
  const known = await findVideoRow(db, uid)
  if (!known || !(await hasOriginal(storage, known))) return false
  const isRestarted = await transact(db, async (trx) => {
    const row = await lockVideoRow(trx, uid)
    if (row?.state !== 'error') return false
    await restart(parts, trx, row, row.retries)
    return true
  })
  return isRestarted || (await parts.reprocessReceived(uid)) !== null
}

/** Whether a video failed and its bytes are still there. */
async function isRestartable(storage: ObjectStorage, row: VideoRow): Promise<boolean> {
  return row.state === 'error' && (await hasOriginal(storage, row))
}

async function hasOriginal(storage: ObjectStorage, row: VideoRow): Promise<boolean> {
  return (await storage.stat(originalKey(row.uid)))?.sizeBytes === row.size_bytes
}

/** Queues a locked video as if its bytes had just arrived. */
async function restart({ jobs, events }: RestartParts, trx: Trx, row: VideoRow, retries: number): Promise<VideoRow> {
  const noReason = { reason_code: null, reason_codec: null }
  const fresh = { state: 'queued' as const, step: 'received' as const, ...noReason, percent_complete: 0 }
  const next = { ...row, ...fresh, retries }
  await videoTables(trx)
    .updateTable('videos')
    .set({ ...fresh, retries })
    .where('uid', '=', row.uid)
    .execute()
  await jobs.enqueueFairly(trx, probeJob, [{ uid: row.uid }], queueOwnerOf(row))
  await emitVideoEvent(events, trx, next)
  return next
}
