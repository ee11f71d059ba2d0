import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { transact } from '#platform/transact.server.ts'
import { emitVideoEvent } from '../video-events.server.ts'
import { probeJob } from '../video-jobs.ts'
import { lockVideoRow, queueOwnerOf, videoTables } from '../video-rows.server.ts'
import type { UploadFiles } from './upload-files.ts'

export interface FinishParts {
  db: Db
  clock: Clock
  jobs: Jobs
  events: Events
  uploadFiles: Pick<UploadFiles, 'complete'>
}

/**
 * Records that every byte has arrived: sets the video to `queued` and enqueues its job, in one transaction. Idempotent:
 * any caller that finds a complete file may use it.
 * @param options `onlyGrew` is passed on to the job
 */
export async function finishUpload(
  { db, clock, jobs, events, uploadFiles }: FinishParts,
  uid: string,
  { onlyGrew = false } = {},
): Promise<void> {
  await uploadFiles.complete(uid)
  await transact(db, async (trx) => {
    const row = await lockVideoRow(trx, uid)
    if (row?.state !== 'pendingupload') return
    const state = 'queued'
    const now = clock.now()
    await videoTables(trx)
      .updateTable('videos')
      .set({ state, step: 'received', received_at: now, updated_at: now })
      .where('uid', '=', uid)
      .execute()
    await jobs.enqueueFairly(trx, probeJob, [onlyGrew ? { uid, onlyGrew } : { uid }], queueOwnerOf(row))
    await emitVideoEvent(events, trx, { ...row, state, step: 'received' })
  })
}
