import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Emit } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import type { FailureReason } from '../failure-reasons.ts'
import { emitVideoEvent } from '../video-events.server.ts'
import { videoPlayable } from '../video-host.ts'
import { lockVideoRow, type VideoRow, videoTables } from '../video-rows.server.ts'
import type { VideoState } from '../video-state.ts'
import type { StoredStep } from '../video-step.ts'
import { eraseHostedJob } from './hosted-jobs.ts'
import type { ServiceVideo } from './responses.ts'
import { isSettled, mergeReport, type ServiceState } from './service-state.ts'

export interface StatusUpdatesParts {
  db: Db
  clock: Clock
  jobs: Jobs
  events: Events
  emit: Emit
}

/** Recorded in each state. */
const steps: Record<VideoState, StoredStep> = {
  pendingupload: '',
  queued: 'received',
  inprogress: 'encoding',
  ready: '',
  error: '',
}

/** Records the service's reports on its videos, which may repeat and arrive in any order. */
export function createStatusUpdates({ db, clock, jobs, events, emit }: StatusUpdatesParts) {
  async function change(uid: string, decide: (row: VideoRow) => ServiceState | null): Promise<VideoRow | null> {
    return await transact(db, async (trx) => {
      const row = await lockVideoRow(trx, uid)
      if (row?.host !== 'cloudflare') return null
      const next = decide(row)
      if (!next) return row
      const now = clock.now()
      const changes = {
        ...next,
        step: steps[next.state],
        received_at: row.received_at ?? (next.state === 'pendingupload' ? null : now),
        probed_at: row.probed_at ?? (next.duration_seconds === null ? null : now),
        ...(isSettled(next) ? { ask_at: null } : {}),
        updated_at: now,
      }
      await videoTables(trx).updateTable('videos').set(changes).where('uid', '=', uid).execute()
      if (next.state === 'ready' && row.state !== 'ready') await emit(trx, videoPlayable, { uid })
      if (next.state === 'error') await jobs.enqueue(trx, eraseHostedJob, { uid })
      const after = { ...row, ...changes }
      await emitVideoEvent(events, trx, after)
      return after
    })
  }

  return {
    /** Applies a report. @returns the current row; null when the video is not one of ours */
    apply: (report: ServiceVideo) => change(report.uid, (row) => mergeReport(row, report)),

    /** Ends a video on which nothing more is reported: a playable one stays playable, any other fails. */
    giveUp: (uid: string, reason: FailureReason) =>
      change(uid, (row) => {
        if (row.state === 'error') return null
        const { state, percent_complete, reason_code, duration_seconds, width, height } = row
        const current: ServiceState = { state, percent_complete, reason_code, duration_seconds, width, height }
        return state === 'ready'
          ? { ...current, percent_complete: 100 }
          : { ...current, state: 'error', reason_code: reason }
      }),
  }
}

export type StatusUpdates = ReturnType<typeof createStatusUpdates>
