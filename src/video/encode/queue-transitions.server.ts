import type { Trx } from '#platform/database.server.ts'
import { encodeJob, slowEncodeJob } from '../video-jobs.ts'
import { queueOwnerOf, type VideoRow } from '../video-rows.server.ts'
import { encodeJobFor } from './encode-queue.ts'
import type { ChangeVideo, TransitionParts } from './transition.ts'

interface QueueTransitionParts extends Pick<TransitionParts, 'jobs'> {
  change: ChangeVideo
}

/** State transitions that put a video into a queue for its first rendition. */
export function createQueueTransitions({ jobs, change }: QueueTransitionParts) {
  async function enqueueFirst(trx: Trx, row: VideoRow, isUnchunked: boolean): Promise<void> {
    const job = encodeJobFor(row.media_info, isUnchunked)
    const data = isUnchunked || job !== encodeJob ? { uid: row.uid, isWhole: true } : { uid: row.uid }
    await jobs.enqueueFairly(trx, job, [data], queueOwnerOf(row))
  }

  const transitions = {
    /** Puts a probed video into the encoder's queue. */
    queueEncoding: (uid: string) =>
      change(uid, async (trx, row) => {
        await enqueueFirst(trx, row, false)
        return row.state === 'inprogress' ? { step: 'waiting' } : null
      }),

    /** Moves a video that has to be encoded in one go into the queue for those. */
    queueUnchunkedEncoding: (uid: string) =>
      change(uid, async (trx, row) => {
        await enqueueFirst(trx, row, true)
        return row.state === 'inprogress' ? { step: 'waiting' } : null
      }),

    /** Moves a video whose first rendition has taken its time into the slow queue, where it starts over. */
    queueSlowEncoding: (uid: string) =>
      change(uid, async (trx, row) => {
        if (row.state !== 'inprogress') return null
        await jobs.enqueueFairly(trx, slowEncodeJob, [{ uid, isWhole: true }], queueOwnerOf(row))
        return { step: 'waiting', percent_complete: 0 }
      }),
  }
  return { enqueueFirst, transitions }
}
