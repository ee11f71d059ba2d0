import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { FailureReason } from '../failure-reasons.ts'
import type { VideoNews } from '../video-host.ts'
import { announce } from '../video-news.server.ts'
import { lockVideoRow, type VideoRow, videoTables } from '../video-rows.server.ts'
import type { VideoState } from '../video-state.ts'
import { eraseHostedJob } from './hosted-jobs.ts'
import type { ServiceVideo } from './service-answers.ts'
import { isSettled, type Known, learn } from './service-state.ts'

export interface ServiceNewsParts {
  db: Db
  clock: Clock
  jobs: Jobs
  events: Events
  news: VideoNews
}

/** What a creator reads while the service works. */
const steps: Record<VideoState, string> = {
  pendingupload: '',
  queued: 'Received',
  inprogress: 'Encoding',
  ready: '',
  error: '',
}

/** Writes down what the service says of its videos, however often and in whatever order it says it. */
export function createServiceNews({ db, clock, jobs, events, news }: ServiceNewsParts) {
  async function change(uid: string, decide: (row: VideoRow) => Known | null): Promise<VideoRow | null> {
    return await db.transaction().execute(async (trx) => {
      const row = await lockVideoRow(trx, uid)
      if (row?.host !== 'cloudflare') return null
      const next = decide(row)
      if (!next) return row
      const now = clock.now()
      const changes = {
        ...next,
        step: steps[next.state],
        received_at: row.received_at ?? (next.state === 'pendingupload' ? null : now),
        measured_at: row.measured_at ?? (next.duration_seconds === null ? null : now),
        ...(isSettled(next) ? { ask_at: null } : {}),
        updated_at: now,
      }
      await videoTables(trx).updateTable('videos').set(changes).where('uid', '=', uid).execute()
      if (next.state === 'ready' && row.state !== 'ready') await news.becamePlayable(trx, uid)
      if (next.state === 'error') await jobs.enqueue(trx, eraseHostedJob, { uid })
      const after = { ...row, ...changes }
      await announce(events, trx, after)
      return after
    })
  }

  return {
    /** @returns the row as it is then; null when the video is none of ours */
    hear: (told: ServiceVideo) => change(told.uid, (row) => learn(row, told)),

    /** The service has nothing more to say: what plays goes on playing, the rest has failed. */
    giveUp: (uid: string, reason: FailureReason) =>
      change(uid, (row) => {
        if (row.state === 'error') return null
        const { state, percent_complete, reason_code, duration_seconds, width, height } = row
        const known: Known = { state, percent_complete, reason_code, duration_seconds, width, height }
        return state === 'ready'
          ? { ...known, percent_complete: 100 }
          : { ...known, state: 'error', reason_code: reason }
      }),
  }
}

export type ServiceNews = ReturnType<typeof createServiceNews>
