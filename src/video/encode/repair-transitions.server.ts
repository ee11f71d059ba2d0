import { removeAv1Set } from '../av1-rows.server.ts'
import { removePlans } from '../chunk-rows.server.ts'
import { type ImageJob, namesInRow, playbackNamesOf, storedObjects } from '../stored-objects.ts'
import { replaceTextTracks } from '../text-track-rows.server.ts'
import { textTracksLost } from '../video-host.ts'
import { coverJob, largePosterJob, posterJob, previewAssetsJob, probeJob, smallPostersJob } from '../video-jobs.ts'
import { queueOwnerOf, removeRenditions, type VideoRow } from '../video-rows.server.ts'
import type { Manifest } from './manifest.server.ts'
import type { ChangeVideo, TransitionParts } from './transition.ts'

interface RepairTransitionParts extends Pick<TransitionParts, 'jobs' | 'emit'> {
  manifest: Manifest
  change: ChangeVideo
}

const imageJobs: Record<ImageJob, typeof posterJob> = {
  poster: posterJob,
  cover: coverJob,
  'small-posters': smallPostersJob,
  'large-poster': largePosterJob,
  'preview-assets': previewAssetsJob,
}

/** Repairs of a video whose files contradict its rows. Each returns null when there is nothing (more) to repair. */
export function createRepairTransitions({ jobs, emit, manifest, change }: RepairTransitionParts) {
  const isReceived = ({ state }: VideoRow) => state !== 'pendingupload' && state !== 'error'

  return {
    /** Reprocesses the video from its original, and hides it until it is playable. */
    reprocess: (uid: string) =>
      change(uid, async (trx, row) => {
        if (!isReceived(row)) return null
        await removePlans(trx, uid)
        await removeRenditions(trx, uid)
        await removeAv1Set(trx, uid)
        await jobs.enqueueFairly(trx, probeJob, [{ uid }], queueOwnerOf(row))
        return { ...(await manifest.withdraw(trx, row)), state: 'queued', step: 'received', percent_complete: 0 }
      }),

    /** Fails a video that can neither be played nor reprocessed; its creator sees the error. */
    failLost: (uid: string) =>
      change(uid, async (trx, row) => {
        if (!isReceived(row)) return null
        await removePlans(trx, uid)
        await removeRenditions(trx, uid)
        await removeAv1Set(trx, uid)
        const end = { state: 'error' as const, reason_code: 'processing_failed' as const, step: '' as const }
        return { ...(await manifest.withdraw(trx, row)), ...end }
      }),

    /** Removes the AV1 set, as if it had never been requested. */
    removeLostAv1Set: (uid: string) =>
      change(uid, async (trx, row) => {
        await removePlans(trx, uid, 'av1')
        await removeAv1Set(trx, uid)
        return row.state === 'ready' && row.master_name !== null ? await manifest.writeMaster(trx, row, []) : {}
      }),

    /** Writes a new master playlist of the existing renditions. */
    rewriteMaster: (uid: string) =>
      change(uid, async (trx, row) => (row.state === 'ready' ? await manifest.writeMaster(trx, row, []) : null)),

    /** Lists no text any more, and has the rooms that brought the texts bring them again. */
    dropTextTracks: (uid: string) =>
      change(uid, async (trx, row) => {
        await replaceTextTracks(trx, uid, [])
        await emit(trx, textTracksLost, { uid })
        return row.state === 'ready' && row.master_name !== null ? await manifest.writeMaster(trx, row, []) : {}
      }),

    /** Drops lost posters and preview assets and queues new ones, except a chosen poster, which cannot be restored. */
    regenerateImages: (uid: string, names: string[]) =>
      change(uid, async (trx, row) => {
        const own = namesInRow(row).map(({ kind, name }) => ({ ...storedObjects[kind], name }))
        const { poster } = playbackNamesOf(row)
        const isPosterLost = poster !== null && names.includes(poster)
        const lost = own.filter(
          ({ name, part, isOfPoster }) => (names.includes(name) && part === 'picture') || (isOfPoster && isPosterLost),
        )
        const remade = new Set(lost.flatMap(({ remadeBy }) => remadeBy ?? []))
        for (const job of remade) await jobs.enqueue(trx, imageJobs[job], { uid })
        // A job makes all of its objects, or none while the row names one of them.
        const dropped = own.filter((each) => lost.includes(each) || (each.remadeBy && remade.has(each.remadeBy)))
        return Object.fromEntries(dropped.flatMap(({ column }) => (column ? [[column, null]] : [])))
      }),
  }
}
