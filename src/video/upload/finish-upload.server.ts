import { open } from 'node:fs/promises'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { DiskStorage } from '#platform/disk-storage.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { measureJob } from '../video-jobs.ts'
import { announce } from '../video-news.server.ts'
import { lockVideoRow, turnsOf, videoTables } from '../video-rows.server.ts'
import { forgetUnfinished } from './unfinished-files.server.ts'

export interface FinishParts {
  db: Db
  clock: Clock
  jobs: Jobs
  events: Events
  storage: DiskStorage
}

/**
 * Records that every byte is there: the video becomes `queued` and its job exists, in one transaction. Repeating it
 * changes nothing, so that whoever finds a complete file may call it.
 * @param options `onlyGrew` as its job is to be told
 */
export async function finishUpload(
  { db, clock, jobs, events, storage }: FinishParts,
  uid: string,
  path: string,
  { onlyGrew = false } = {},
): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  await forgetUnfinished(storage, uid)
  await db.transaction().execute(async (trx) => {
    const row = await lockVideoRow(trx, uid)
    if (row?.state !== 'pendingupload') return
    const state = 'queued'
    const now = clock.now()
    await videoTables(trx)
      .updateTable('videos')
      .set({ state, step: 'Received', received_at: now, updated_at: now })
      .where('uid', '=', uid)
      .execute()
    await jobs.enqueueInTurn(trx, measureJob, [onlyGrew ? { uid, onlyGrew } : { uid }], turnsOf(row))
    await announce(events, trx, { ...row, state, step: 'Received' })
  })
}
