import type { Account } from '#identity/account.ts'
import type { Db } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { transact } from '#platform/transact.server.ts'
import { type createFailureLimit, RETRIES_PER_VIDEO } from '../failure-limit.server.ts'
import { originalKey } from '../stored-objects.ts'
import type { Video } from '../video.ts'
import { emitVideoEvent } from '../video-events.server.ts'
import { probeJob } from '../video-jobs.ts'
import type { VideoLibrary } from '../video-library.server.ts'
import { lockVideoRow, queueOwnerOf, videoTables } from '../video-rows.server.ts'

interface RetryParts {
  db: Db
  storage: ObjectStorage
  jobs: Jobs
  events: Events
  library: Pick<VideoLibrary, 'ownRow' | 'shape'>
  failureLimit: ReturnType<typeof createFailureLimit>
}

/** @see VideoHost.retry */
export async function retryVideo(
  { db, storage, jobs, events, library, failureLimit }: RetryParts,
  account: Account,
  uid: string,
): Promise<Video> {
  await library.ownRow(account, uid)
  await failureLimit.admit(account.uid)
  return await transact(db, async (trx) => {
    const row = await lockVideoRow(trx, uid)
    if (!row) throw new Refusal('video.not_found')
    const original = row.state === 'error' ? await storage.stat(originalKey(uid)) : null
    if (original?.sizeBytes !== row.size_bytes) throw new Refusal('video.not_retryable')
    if (row.retries >= RETRIES_PER_VIDEO) throw new Refusal('video.retried_too_often')
    const fresh = { state: 'queued' as const, step: 'received' as const, reason_code: null, percent_complete: 0 }
    const next = { ...fresh, retries: row.retries + 1 }
    await videoTables(trx).updateTable('videos').set(next).where('uid', '=', uid).execute()
    await jobs.enqueueFairly(trx, probeJob, [{ uid }], queueOwnerOf(row))
    await emitVideoEvent(events, trx, { ...row, ...next })
    return library.shape({ ...row, ...next })
  })
}
