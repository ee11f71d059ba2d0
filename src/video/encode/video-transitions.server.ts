import { newId } from '#platform/ids.server.ts'
import { transact } from '#platform/transact.server.ts'
import { MEDIA_PLAYLIST } from '../media/hls/hls-arguments.ts'
import type { NewRendition } from '../media/hls/verify-rendition.server.ts'
import { displaySize, type MediaInfo } from '../media/media-info.ts'
import { mediaKey } from '../stored-objects.ts'
import { emitVideoEvent } from '../video-events.server.ts'
import { MEDIA_CLEANUP_DELAY_SECONDS, mediaCleanupJob } from '../video-jobs.ts'
import { lockVideoRow, type VideoRow, videoTables } from '../video-rows.server.ts'
import { canTransition } from '../video-state.ts'
import { isInQueue, type StoredStep } from '../video-step.ts'
import { createAv1Transitions } from './av1-transitions.server.ts'
import { createChunkTransitions } from './chunk-transitions.server.ts'
import { createFailureTransitions } from './failure-transitions.server.ts'
import { createManifest, type EncodeProgress } from './manifest.server.ts'
import { createMp4FileTransitions } from './mp4-file-transitions.server.ts'
import { createQueueTransitions } from './queue-transitions.server.ts'
import { createRepairTransitions } from './repair-transitions.server.ts'
import { createStillTransitions } from './still-transitions.server.ts'
import { createTextTrackTransitions } from './text-track-transitions.server.ts'
import type { ChangeVideo, PublishFiles, TransitionParts } from './transition.ts'

/** State transitions that attempts record, each in one transaction; without effect on a deleted video. */
export function createVideoTransitions(parts: TransitionParts) {
  const { db, clock, jobs, events, storage } = parts
  const manifest = createManifest(parts)
  const { complete, addRenditions, expectStored } = manifest

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

  const publishFiles: PublishFiles = async (uid, publish) => {
    const after = await publish().catch(async (error) => {
      // Once the attempt has been repeated. The caller learns of the first failure, whatever happens to this.
      const startAfterSeconds = MEDIA_CLEANUP_DELAY_SECONDS
      await jobs.enqueue(db, mediaCleanupJob, { uid }, { startAfterSeconds }).catch(() => {})
      throw error
    })
    if (!after) await jobs.enqueue(db, mediaCleanupJob, { uid })
    return after
  }

  const queues = createQueueTransitions({ jobs, change })
  const av1 = createAv1Transitions({ jobs, manifest, change })
  const texts = createTextTrackTransitions({ db, jobs, storage, manifest, change, publishFiles })

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
        media_info: mediaInfo,
        probed_at: clock.now(),
        duration_seconds: mediaInfo.durationSeconds,
        width: Math.round(display.width),
        height: Math.round(display.height),
        frame_rate_numerator: video.frameRate.numerator,
        frame_rate_denominator: video.frameRate.denominator,
      }))
    },

    recordProgress: (uid: string, percent: number) =>
      change(uid, async (_trx, row) => {
        // A report may arrive after completion: progress only ever grows, and only completion sets 100.
        const next = Math.min(99, Math.floor(percent))
        return next <= row.percent_complete || row.state === 'error' ? null : { percent_complete: next }
      }),

    setStep: (uid: string, step: StoredStep) => change(uid, async (_trx, row) => (row.step === step ? null : { step })),

    /** Stores verified renditions and publishes them together; makes the video playable if it was not yet. */
    async publishRenditions(uid: string, made: NewRendition[], progress: EncodeProgress): Promise<VideoRow | null> {
      const stored = made.map((each) => ({ ...each, id: newId() }))
      return await publishFiles(uid, async () => {
        for (const { id, dir } of stored) await storage.putFolder(mediaKey(uid, id), dir)
        return await change(uid, async (trx, row) => {
          if (row.state === 'error') return null
          for (const { id } of stored) await expectStored(mediaKey(uid, `${id}/${MEDIA_PLAYLIST}`))
          return await addRenditions(trx, row, stored, progress)
        })
      })
    },

    /** Completes a video that has every worthwhile rendition. */
    complete: (uid: string) =>
      change(uid, async (trx, row) => {
        if (row.state !== 'ready' || row.percent_complete === 100) return null
        // Removes renditions that were not worth publishing, or that an attempt did not name before it died.
        await jobs.enqueue(trx, mediaCleanupJob, { uid })
        return { ...(await texts.listTracks(trx, row)), ...(await complete(trx, row)) }
      }),

    ...queues.transitions,
    ...createStillTransitions({ clock, jobs, storage, manifest, change, publishFiles }),
    ...createMp4FileTransitions({ jobs, storage, manifest, change, publishFiles }),
    ...createFailureTransitions({ db, jobs, manifest, change }),
    ...av1,
    publishTextTracks: texts.publishTextTracks,
    ...createRepairTransitions({ jobs, emit: parts.emit, manifest, change }),
    ...createChunkTransitions({
      jobs,
      storage,
      manifest,
      change,
      publishFiles,
      enqueueFirst: queues.enqueueFirst,
      publishAv1Set: av1.publishAv1Set,
    }),
  }
}

export type VideoTransitions = ReturnType<typeof createVideoTransitions>
