import type { Trx } from '#platform/database.server.ts'
import { av1StateOf, endAv1Set, removeAv1Set } from '../av1-rows.server.ts'
import { isAv1Worthwhile } from '../av1-set.ts'
import { removePlans } from '../chunk-rows.server.ts'
import { tidyJob } from '../video-jobs.ts'
import { renditionsOf, type VideoRow } from '../video-rows.server.ts'
import type { Listing, StoredRendition } from './listing.server.ts'
import type { ChangeVideo, OutcomeParts } from './video-outcomes.server.ts'

interface Av1OutcomeParts extends Pick<OutcomeParts, 'jobs'> {
  listing: Listing
  change: ChangeVideo
}

export type Av1Outcomes = ReturnType<typeof createAv1Outcomes>

/** What becomes of an AV1 set. Nothing of it changes how far a video is, or what else plays of it. */
export function createAv1Outcomes({ jobs, listing, change }: Av1OutcomeParts) {
  /** What is stored of a set and not listed is nobody's then. */
  async function giveUp(trx: Trx, uid: string, write: () => Promise<void>): Promise<Partial<VideoRow> | null> {
    if ((await av1StateOf(trx, uid)) !== 'wanted') return null
    await removePlans(trx, uid, 'av1')
    await write()
    await jobs.enqueue(trx, tidyJob, { uid })
    return {}
  }

  return {
    /** All of it is stored: it is listed, if viewers gain by it. Inside the transaction that holds the video's row. */
    async av1Made(trx: Trx, row: VideoRow, made: StoredRendition[]): Promise<Partial<VideoRow> | null> {
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
      return await listing.point(trx, row, [])
    },

    /** It cannot be made, and is not asked for again. */
    av1LeftOut: (uid: string) => change(uid, (trx) => giveUp(trx, uid, () => endAv1Set(trx, uid, 'left_out', []))),

    /** It is not wanted any more; it may be asked for again. */
    av1Dropped: (uid: string) => change(uid, (trx) => giveUp(trx, uid, () => removeAv1Set(trx, uid))),
  }
}
