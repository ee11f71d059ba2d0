import type { Trx } from '#platform/database.server.ts'
import { av1StateOf, endAv1Set, removeAv1Set } from '../av1-rows.server.ts'
import { removePlans } from '../chunk-rows.server.ts'
import { isAv1Worthwhile } from '../media/av1-set.ts'
import { mediaCleanupJob } from '../video-jobs.ts'
import { renditionsOf, type VideoRow } from '../video-rows.server.ts'
import type { Manifest, StoredRendition } from './manifest.server.ts'
import type { ChangeVideo, TransitionParts } from './transition.ts'

interface Av1TransitionParts extends Pick<TransitionParts, 'jobs'> {
  manifest: Manifest
  change: ChangeVideo
}

export type Av1Transitions = ReturnType<typeof createAv1Transitions>

/** State transitions of AV1 sets. They never change a video's progress or its other renditions. */
export function createAv1Transitions({ jobs, manifest, change }: Av1TransitionParts) {
  /** Ends a wanted set with `write`, and queues the removal of its unpublished files. */
  async function giveUp(trx: Trx, uid: string, write: () => Promise<void>): Promise<Partial<VideoRow> | null> {
    if ((await av1StateOf(trx, uid)) !== 'wanted') return null
    await removePlans(trx, uid, 'av1')
    await write()
    await jobs.enqueue(trx, mediaCleanupJob, { uid })
    return {}
  }

  return {
    /** Publishes a complete set if viewers gain from it. Runs inside the transaction that locks the video's row. */
    async publishAv1Set(trx: Trx, row: VideoRow, made: StoredRendition[]): Promise<Partial<VideoRow> | null> {
      const { uid } = row
      const others = (await renditionsOf(trx, uid)).map(({ width, height, average_bandwidth }) => {
        return { width, height, averageBandwidth: Number(average_bandwidth) }
      })
      const renditions = made.map(({ id, facts, fileNames }) => {
        const { width, height, codecs, peakBandwidth, averageBandwidth, sizeBytes } = facts
        return { id, width, height, codecs, peakBandwidth, averageBandwidth, sizeBytes, playlist: fileNames?.[0] }
      })
      if (!isAv1Worthwhile(renditions, others)) {
        return await giveUp(trx, uid, () => endAv1Set(trx, uid, 'left_out', []))
      }
      await endAv1Set(trx, uid, 'listed', renditions)
      return await manifest.writeMaster(trx, row, [])
    },

    /** Leaves out a set that cannot be made; it is not requested again. */
    skipAv1Set: (uid: string) => change(uid, (trx) => giveUp(trx, uid, () => endAv1Set(trx, uid, 'left_out', []))),

    /** Drops a set that is no longer wanted; it may be requested again. */
    dropAv1Set: (uid: string) => change(uid, (trx) => giveUp(trx, uid, () => removeAv1Set(trx, uid))),
  }
}
