import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import { transact } from '#platform/transact.server.ts'
import type { FailureReason } from '../failure-reasons.ts'
import { type VideoRow, videoTables } from '../video-rows.server.ts'
import type { CloudflareClient } from './client.server.ts'
import { ServiceError } from './service-error.ts'
import { isSettled } from './service-state.ts'
import type { StatusUpdates } from './status-updates.server.ts'

export interface ReconcilerParts {
  db: Db
  clock: Clock
  client: CloudflareClient
  statusUpdates: StatusUpdates
  /** Ends an unfinished upload. */
  endUpload(trx: Trx, uid: string, reason: FailureReason): Promise<void>
  log: Log
}

const BATCH_SIZE = 50
/** Interval between calls about one video while no request waits for it. */
const POLL_INTERVAL_MS = 55_000
/** Shortest interval while its creator watches, across all nodes. */
const MIN_POLL_INTERVAL_MS = 2000
/** Age below which a video that the service does not know may only be new. */
const NEW_VIDEO_MS = 10 * 60_000
/** Age after which an unfinished video fails. */
const GIVE_UP_AFTER_MS = 48 * 3_600_000

/** Polls the service about videos without a webhook, so that no state hangs. */
export function createReconciler({ db, clock, client, statusUpdates, endUpload, log }: ReconcilerParts) {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const ahead = (ms: number) => new Date(clock.now().getTime() + ms)

  /** @returns true for a single caller across all nodes, which then calls the service */
  async function reservePoll(uid: string, notSince: Date): Promise<boolean> {
    const result = await videoTables(db)
      .updateTable('videos')
      .set({ asked_at: clock.now(), ask_at: ahead(POLL_INTERVAL_MS) })
      .where('uid', '=', uid)
      // A later time means that the service asked for a pause.
      .where('ask_at', '<=', ahead(POLL_INTERVAL_MS))
      .where((row) => row.or([row('asked_at', 'is', null), row('asked_at', '<=', notSince)]))
      .executeTakeFirst()
    return result.numUpdatedRows === 1n
  }

  async function reconcileVideo(row: VideoRow): Promise<void> {
    const report = await client.find(row.uid)
    const after = report ? await statusUpdates.apply(report) : row
    if (!after || isSettled(after)) return
    if (!report && row.state !== 'pendingupload' && row.created_at < ago(NEW_VIDEO_MS))
      return void (await statusUpdates.giveUp(row.uid, 'host_failed'))
    if (after.state === 'pendingupload' && after.upload_expires_at <= clock.now())
      return await transact(db, (trx) => endUpload(trx, row.uid, 'upload_expired'))
    if (row.created_at < ago(GIVE_UP_AFTER_MS)) await statusUpdates.giveUp(row.uid, 'host_failed')
  }

  /** @throws any error that is not a failure of the service */
  async function handleServiceError(error: unknown, uid: string): Promise<ServiceError> {
    if (!(error instanceof ServiceError)) throw error
    log.warn({ err: error, video: uid }, 'video: polling the service failed')
    if (error.retryAfterSeconds !== null) {
      const moment = ahead(error.retryAfterSeconds * 1000)
      await videoTables(db).updateTable('videos').set({ ask_at: moment }).where('ask_at', '<', moment).execute()
    }
    return error
  }

  return {
    /**
     * Polls the service unless that was just done.
     * @returns the current row; unchanged when the service does not respond
     */
    async refresh(row: VideoRow): Promise<VideoRow> {
      if (isSettled(row) || !(await reservePoll(row.uid, ago(MIN_POLL_INTERVAL_MS)))) return row
      try {
        const report = await client.find(row.uid)
        return (report && (await statusUpdates.apply(report))) ?? row
      } catch (error) {
        await handleServiceError(error, row.uid)
        return row
      }
    },

    async reconcile(signal: AbortSignal): Promise<void> {
      const due = await videoTables(db)
        .selectFrom('videos')
        .selectAll()
        .where('ask_at', '<=', clock.now())
        .orderBy('ask_at')
        .limit(BATCH_SIZE)
        .execute()
      for (const row of due) {
        signal.throwIfAborted()
        if (!(await reservePoll(row.uid, ago(MIN_POLL_INTERVAL_MS)))) continue
        try {
          await reconcileVideo(row)
        } catch (error) {
          const failure = await handleServiceError(error, row.uid)
          // Any other failure affects the next call too.
          if (failure.kind !== 'unreadable' && failure.kind !== 'refused') return
        }
      }
    },
  }
}
