import type { Db } from '#platform/database.server.ts'
import { removePlans } from '../chunk-rows.server.ts'
import { createFailureLimit } from '../failure-limit.server.ts'
import type { FailureReason } from '../failure-reasons.ts'
import { eraseJob, mediaCleanupJob } from '../video-jobs.ts'
import { renditionsOf, type VideoRow } from '../video-rows.server.ts'
import type { Manifest } from './manifest.server.ts'
import type { ChangeVideo, TransitionParts } from './transition.ts'

interface FailureTransitionParts extends Pick<TransitionParts, 'db' | 'jobs'> {
  manifest: Manifest
  change: ChangeVideo
}

/** State transitions that end a video in an error, which counts against its creator's limit. */
export function createFailureTransitions({ db, jobs, manifest, change }: FailureTransitionParts) {
  return {
    /**
     * Rejects the file: records the reason and queues the removal of its bytes.
     * @param codec that it was rejected for
     */
    async reject(uid: string, reason: FailureReason, codec: string | null = null): Promise<VideoRow | null> {
      const after = await change(uid, async (trx, row) => {
        if (row.state === 'ready' || row.state === 'error') return null
        await jobs.enqueue(trx, eraseJob, { uid })
        return { state: 'error', reason_code: reason, reason_codec: codec, step: '' }
      })
      return await countFailure(db, after)
    },

    /** Records that every attempt failed. A complete rendition stays playable; the bytes stay for a retry. */
    async fail(uid: string, reason: FailureReason): Promise<VideoRow | null> {
      const after = await change(uid, async (trx, row) => {
        if (row.state === 'error') return null
        // An attempt may have died between storing something and naming it.
        await jobs.enqueue(trx, mediaCleanupJob, { uid })
        await removePlans(trx, uid)
        if (row.state === 'ready' && (await renditionsOf(trx, uid)).length > 0) return await manifest.complete(trx, row)
        return { ...(await manifest.withdraw(trx, row)), state: 'error', reason_code: reason, step: '' }
      })
      return await countFailure(db, after)
    },
  }
}

/** Counts a failed video against its creator's limit. */
async function countFailure(db: Db, row: VideoRow | null): Promise<VideoRow | null> {
  if (row?.state === 'error' && row.creator_id !== null) await createFailureLimit(db).recordFailure(row.creator_id)
  return row
}
