import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { FailureReason } from '../failure-reasons.ts'
import { type VideoRow, videoTables } from '../video-rows.server.ts'
import type { CloudflareClient } from './cloudflare-client.server.ts'
import { ServiceFailed } from './service-failed.ts'
import type { ServiceNews } from './service-news.server.ts'
import { isSettled } from './service-state.ts'

export interface ReconcileParts {
  db: Db
  clock: Clock
  client: CloudflareClient
  news: ServiceNews
  /** Ends an unfinished upload. */
  endUpload(trx: Trx, uid: string, reason: FailureReason): Promise<void>
  log: Log
}

const ROWS_AT_A_TIME = 50
/** The service is asked about one video this often while nobody waits for it. */
const ASK_EVERY_MS = 55_000
/** And this often while its creator looks on, over all nodes. */
const ASK_WAITED_FOR_MS = 2000
/** A video that the service does not know so soon after its making may only be new. */
const NEW_MS = 10 * 60_000
/** After this long, whatever the service still does leads nowhere. */
const HOPELESS_MS = 48 * 3_600_000

/** Asks the service where no webhook has told, so that no state hangs. */
export function createReconcile({ db, clock, client, news, endUpload, log }: ReconcileParts) {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const ahead = (ms: number) => new Date(clock.now().getTime() + ms)

  /** True for one caller on one node: whoever gets it asks. */
  async function takeTurn(uid: string, notSince: Date): Promise<boolean> {
    const taken = await videoTables(db)
      .updateTable('videos')
      .set({ asked_at: clock.now(), ask_at: ahead(ASK_EVERY_MS) })
      .where('uid', '=', uid)
      // Later than usual: the service wants to be left alone.
      .where('ask_at', '<=', ahead(ASK_EVERY_MS))
      .where((row) => row.or([row('asked_at', 'is', null), row('asked_at', '<=', notSince)]))
      .executeTakeFirst()
    return taken.numUpdatedRows === 1n
  }

  async function settle(row: VideoRow): Promise<void> {
    const told = await client.find(row.uid)
    const after = told ? await news.hear(told) : row
    if (!after || isSettled(after)) return
    if (!told && row.state !== 'pendingupload' && row.created_at < ago(NEW_MS))
      return void (await news.giveUp(row.uid, 'host_failed'))
    if (after.state === 'pendingupload' && after.upload_expires_at <= clock.now())
      return await db.transaction().execute((trx) => endUpload(trx, row.uid, 'upload_expired'))
    if (row.created_at < ago(HOPELESS_MS)) await news.giveUp(row.uid, 'host_failed')
  }

  /** @throws what is no failure of the service */
  async function takeNote(error: unknown, uid: string): Promise<ServiceFailed> {
    if (!(error instanceof ServiceFailed)) throw error
    log.warn({ err: error, video: uid }, 'video: the service was asked in vain')
    if (error.retryAfterSeconds !== null) {
      const moment = ahead(error.retryAfterSeconds * 1000)
      await videoTables(db).updateTable('videos').set({ ask_at: moment }).where('ask_at', '<', moment).execute()
    }
    return error
  }

  return {
    /** The row as it is now, asked for anew unless that was just done; as it was when the service does not answer. */
    async refresh(row: VideoRow): Promise<VideoRow> {
      if (isSettled(row) || !(await takeTurn(row.uid, ago(ASK_WAITED_FOR_MS)))) return row
      try {
        const told = await client.find(row.uid)
        return (told && (await news.hear(told))) ?? row
      } catch (error) {
        await takeNote(error, row.uid)
        return row
      }
    },

    async reconcile(signal: AbortSignal): Promise<void> {
      const due = await videoTables(db)
        .selectFrom('videos')
        .selectAll()
        .where('ask_at', '<=', clock.now())
        .orderBy('ask_at')
        .limit(ROWS_AT_A_TIME)
        .execute()
      for (const row of due) {
        signal.throwIfAborted()
        if (!(await takeTurn(row.uid, ago(ASK_WAITED_FOR_MS)))) continue
        try {
          await settle(row)
        } catch (error) {
          const failure = await takeNote(error, row.uid)
          // Anything else hinders the next call too.
          if (failure.kind !== 'unreadable' && failure.kind !== 'refused') return
        }
      }
    },
  }
}
