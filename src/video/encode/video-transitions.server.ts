import type { Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { transact } from '#platform/transact.server.ts'
import { removePlans } from '../chunk-rows.server.ts'
import { createFailureLimit } from '../failure-limit.server.ts'
import type { FailureReason } from '../failure-reasons.ts'
import { MEDIA_PLAYLIST } from '../media/hls/hls-arguments.ts'
import type { NewRendition } from '../media/hls/verify-rendition.server.ts'
import { displaySize, type MediaInfo } from '../media/media-info.ts'
import type { PreviewAssets } from '../media/stills/preview-assets.server.ts'
import { storyboardVtt } from '../media/stills/storyboard.ts'
import { fileNameOf, mediaKey, spriteNameOf } from '../stored-objects.ts'
import { emitVideoEvent } from '../video-events.server.ts'
import { encodeJob, eraseJob, MEDIA_CLEANUP_DELAY_SECONDS, mediaCleanupJob, slowEncodeJob } from '../video-jobs.ts'
import { lockVideoRow, queueOwnerOf, renditionsOf, type VideoRow, videoTables } from '../video-rows.server.ts'
import { canTransition } from '../video-state.ts'
import { isInQueue, type StoredStep } from '../video-step.ts'
import { createAv1Transitions } from './av1-transitions.server.ts'
import { createChunkTransitions } from './chunk-transitions.server.ts'
import { encodeJobFor } from './encode-queue.ts'
import { createManifest, type Progress } from './manifest.server.ts'
import { createRepairTransitions } from './repair-transitions.server.ts'
import type { ChangeVideo, TransitionParts } from './transition.ts'

/** State transitions that attempts record, each in one transaction; without effect on a deleted video. */
export function createVideoTransitions(parts: TransitionParts) {
  const { db, clock, jobs, events, storage } = parts
  const manifest = createManifest(parts)
  const { complete, addRenditions, expectStored } = manifest

  const failureLimit = createFailureLimit(db)

  /** Counts a failed video against its creator's limit. */
  async function countFailure(row: VideoRow | null): Promise<VideoRow | null> {
    if (row?.state === 'error' && row.creator_id !== null) await failureLimit.recordFailure(row.creator_id)
    return row
  }

  const change: ChangeVideo = async (uid, decide) => {
    return await transact(db, async (trx) => {
      const row = await lockVideoRow(trx, uid)
      const changes = row ? await decide(trx, row) : null
      if (!row || !changes) return null
      const now = clock.now()
      const becamePlayable = changes.state === 'ready' && row.state !== 'ready'
      const update = { ...changes, ...(becamePlayable ? { ready_at: now } : {}), updated_at: now }
      const after = { ...row, ...update }
      await videoTables(trx).updateTable('videos').set(update).where('uid', '=', uid).execute()
      await emitVideoEvent(events, trx, after, { leftLine: isInQueue(row) && !isInQueue(after) })
      return after
    })
  }

  async function enqueueFirst(trx: Trx, row: VideoRow, isUnchunked: boolean): Promise<void> {
    const job = encodeJobFor(row.measurement, isUnchunked)
    const data = isUnchunked || job !== encodeJob ? { uid: row.uid, isWhole: true } : { uid: row.uid }
    await jobs.enqueueFairly(trx, job, [data], queueOwnerOf(row))
  }

  const av1 = createAv1Transitions({ jobs, manifest, change })

  return {
    /** Starts work on a video that still needs it. @returns null when it is gone, complete or refused */
    start: (uid: string, step: StoredStep) =>
      change(uid, async (_trx, row) => {
        if (row.state === 'ready') return row.percent_complete < 100 ? { step } : null
        if (row.state !== 'inprogress' && !canTransition(row.state, 'inprogress')) return null
        return { state: 'inprogress', step }
      }),

    /** Stores the probe result: later attempts and renditions start from it. */
    async recordMediaInfo(uid: string, mediaInfo: MediaInfo): Promise<VideoRow | null> {
      const { video } = mediaInfo
      if (!video) throw new Error('A probed video has a video track.')
      const display = displaySize(video)
      return await change(uid, async () => ({
        measurement: mediaInfo,
        measured_at: clock.now(),
        duration_seconds: mediaInfo.durationSeconds,
        width: Math.round(display.width),
        height: Math.round(display.height),
        frame_rate_numerator: video.frameRate.numerator,
        frame_rate_denominator: video.frameRate.denominator,
      }))
    },

    /** Rejects the file: records the reason and queues the removal of its bytes. */
    async reject(uid: string, reason: FailureReason): Promise<VideoRow | null> {
      const after = await change(uid, async (trx, row) => {
        if (row.state === 'ready' || row.state === 'error') return null
        await jobs.enqueue(trx, eraseJob, { uid })
        return { state: 'error', reason_code: reason, step: '' }
      })
      return await countFailure(after)
    },

    /** Records that every attempt failed. A complete rendition stays playable; the bytes stay for a retry. */
    async fail(uid: string, reason: FailureReason): Promise<VideoRow | null> {
      const after = await change(uid, async (trx, row) => {
        if (row.state === 'error') return null
        // An attempt may have died between storing something and naming it.
        await jobs.enqueue(trx, mediaCleanupJob, { uid })
        await removePlans(trx, uid)
        if (row.state === 'ready' && (await renditionsOf(trx, uid)).length > 0) return await complete(trx, row)
        return { ...(await manifest.withdraw(trx, row)), state: 'error', reason_code: reason, step: '' }
      })
      return await countFailure(after)
    },

    recordProgress: (uid: string, percent: number) =>
      change(uid, async (_trx, row) => {
        // A report may arrive after completion: progress only ever grows, and only completion sets 100.
        const next = Math.min(99, Math.floor(percent))
        return next <= row.percent_complete || row.state === 'error' ? null : { percent_complete: next }
      }),

    setStep: (uid: string, step: StoredStep) => change(uid, async (_trx, row) => (row.step === step ? null : { step })),

    /** Stores verified renditions and publishes them together; makes the video playable if it was not yet. */
    async publishRenditions(uid: string, made: NewRendition[], progress: Progress): Promise<VideoRow | null> {
      const stored = made.map((each) => ({ ...each, id: newId() }))
      for (const { id, dir } of stored) await storage.putFolder(mediaKey(uid, id), dir)
      const after = await change(uid, async (trx, row) => {
        if (row.state === 'error') return null
        for (const { id } of stored) await expectStored(mediaKey(uid, `${id}/${MEDIA_PLAYLIST}`))
        return await addRenditions(trx, row, stored, progress)
      })
      if (!after) await queueCleanup(uid)
      return after
    },

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

    /** Completes a video that has every worthwhile rendition. */
    complete: (uid: string) =>
      change(uid, async (trx, row) => {
        if (row.state !== 'ready' || row.percent_complete === 100) return null
        // Removes renditions that were not worth publishing, or that an attempt did not name before it died.
        await jobs.enqueue(trx, mediaCleanupJob, { uid })
        return await complete(trx, row)
      }),

    async publishPoster(uid: string, file: string): Promise<void> {
      const poster_name = fileNameOf('poster', newId())
      await storage.putFile(mediaKey(uid, poster_name), file)
      const after = await change(uid, async (trx, row) => {
        if (row.state !== 'ready' || row.poster_name) return null
        await expectStored(mediaKey(uid, poster_name))
        await jobs.enqueue(trx, mediaCleanupJob, { uid }, { startAfterSeconds: MEDIA_CLEANUP_DELAY_SECONDS })
        return { poster_name }
      })
      if (!after) await queueCleanup(uid)
    },

    async publishPreviewAssets(uid: string, made: PreviewAssets): Promise<void> {
      const names = { preview: fileNameOf('preview', newId()), storyboard: fileNameOf('storyboard', newId()) }
      const spriteName = spriteNameOf(names.storyboard)
      await storage.putFile(mediaKey(uid, names.preview), made.preview)
      await storage.putFile(mediaKey(uid, spriteName), made.sprite)
      await storage.putText(mediaKey(uid, names.storyboard), storyboardVtt(made.storyboard, spriteName))
      const after = await change(uid, async (trx, row) => {
        if (row.state !== 'ready' || row.preview_name) return null
        for (const name of [names.preview, spriteName, names.storyboard]) await expectStored(mediaKey(uid, name))
        await jobs.enqueue(trx, mediaCleanupJob, { uid }, { startAfterSeconds: MEDIA_CLEANUP_DELAY_SECONDS })
        return { preview_name: names.preview, storyboard_name: names.storyboard }
      })
      if (!after) await queueCleanup(uid)
    },

    ...av1,
    ...createRepairTransitions({ jobs, manifest, change }),
    ...createChunkTransitions({
      jobs,
      storage,
      manifest,
      change,
      queueCleanup,
      enqueueFirst,
      publishAv1Set: av1.publishAv1Set,
    }),
  }

  /** Queues the removal of unnamed files: the row is gone or failed, or another attempt was first. */
  async function queueCleanup(uid: string): Promise<void> {
    await jobs.enqueue(db, mediaCleanupJob, { uid })
  }
}

export type VideoTransitions = ReturnType<typeof createVideoTransitions>
