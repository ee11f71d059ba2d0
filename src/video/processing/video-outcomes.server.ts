import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { removePlans } from '../chunk-rows.server.ts'
import { encodeJobFor } from '../encode-queue.ts'
import type { FailureReason } from '../failure-reasons.ts'
import type { Glimpses } from '../ffmpeg/glimpses.server.ts'
import { MEDIA_PLAYLIST } from '../ffmpeg/hls-arguments.ts'
import { storyboardText } from '../ffmpeg/storyboard.ts'
import type { RenditionFacts } from '../ffmpeg/verify-rendition.server.ts'
import { displaySize, type Measurement } from '../measurement.ts'
import { createTries } from '../tries.server.ts'
import type { VideoNews } from '../video-host.ts'
import { encodeJob, eraseJob, TIDY_AFTER_SECONDS, tidyJob } from '../video-jobs.ts'
import { announce } from '../video-news.server.ts'
import { lockVideoRow, renditionsOf, sheetOf, turnsOf, type VideoRow, videoTables } from '../video-rows.server.ts'
import { isInLine, mayFollow, WAITING_STEP } from '../video-state.ts'
import { createAv1Outcomes } from './av1-outcomes.server.ts'
import { createChunkOutcomes } from './chunk-outcomes.server.ts'
import { type Advance, createListing } from './listing.server.ts'
import { createRepairOutcomes } from './repair-outcomes.server.ts'

export interface OutcomeParts {
  db: Db
  clock: Clock
  jobs: Jobs
  events: Events
  storage: ObjectStorage
  news: VideoNews
}

export interface NewRendition {
  origin: 'copy' | 'encode'
  /** Folder with the verified files. */
  dir: string
  facts: RenditionFacts
}

/**
 * Holds a video's row and changes it as decided, and announces that; null when it is gone or nothing was decided.
 */
export type ChangeVideo = (
  uid: string,
  decide: (trx: Trx, row: VideoRow) => Promise<Partial<VideoRow> | null>,
) => Promise<VideoRow | null>

/** What attempts write down. Each outcome is one transaction; a video deleted meanwhile makes it a quiet no. */
export function createVideoOutcomes(parts: OutcomeParts) {
  const { db, clock, jobs, events, storage } = parts
  const listing = createListing(parts)
  const { complete, list, mustStillBeThere } = listing

  const tries = createTries(db)

  /** Its creator may not have many of these. */
  async function countFailure(row: VideoRow | null): Promise<VideoRow | null> {
    if (row?.state === 'error' && row.creator_id !== null) await tries.failed(row.creator_id)
    return row
  }

  const change: ChangeVideo = async (uid, decide) => {
    return await db.transaction().execute(async (trx) => {
      const row = await lockVideoRow(trx, uid)
      const changes = row ? await decide(trx, row) : null
      if (!row || !changes) return null
      const now = clock.now()
      const becamePlayable = changes.state === 'ready' && row.state !== 'ready'
      const noted = { ...changes, ...(becamePlayable ? { ready_at: now } : {}), updated_at: now }
      const after = { ...row, ...noted }
      await videoTables(trx).updateTable('videos').set(noted).where('uid', '=', uid).execute()
      await announce(events, trx, after, { leftLine: isInLine(row) && !isInLine(after) })
      return after
    })
  }

  async function enqueueFirst(trx: Trx, row: VideoRow, isWhole: boolean): Promise<void> {
    const job = encodeJobFor(row.measurement, isWhole)
    const data = isWhole || job !== encodeJob ? { uid: row.uid, isWhole: true } : { uid: row.uid }
    await jobs.enqueueInTurn(trx, job, [data], turnsOf(row))
  }

  const av1 = createAv1Outcomes({ jobs, listing, change })

  return {
    /** Takes up a video that still needs work; null when it is gone, done or refused. */
    begin: (uid: string, step: string) =>
      change(uid, async (_trx, row) => {
        if (row.state === 'ready') return row.percent_complete < 100 ? { step } : null
        if (row.state !== 'inprogress' && !mayFollow(row.state, 'inprogress')) return null
        return { state: 'inprogress', step }
      }),

    /** Keeps what was measured: later attempts and renditions start from it. */
    async measured(uid: string, measurement: Measurement): Promise<VideoRow | null> {
      const { video } = measurement
      if (!video) throw new Error('A measured video has a picture.')
      const shown = displaySize(video)
      return await change(uid, async () => ({
        measurement,
        measured_at: clock.now(),
        duration_seconds: measurement.durationSeconds,
        width: Math.round(shown.width),
        height: Math.round(shown.height),
        frame_rate_numerator: video.frameRate.numerator,
        frame_rate_denominator: video.frameRate.denominator,
      }))
    },

    /** The file will never do: its state says why and its bytes go. */
    async refused(uid: string, reason: FailureReason): Promise<VideoRow | null> {
      const after = await change(uid, async (trx, row) => {
        if (row.state === 'ready' || row.state === 'error') return null
        await jobs.enqueue(trx, eraseJob, { uid })
        return { state: 'error', reason_code: reason, step: '' }
      })
      return await countFailure(after)
    },

    /** Every attempt failed. What plays already goes on playing; the bytes stay for another try. */
    async gaveUp(uid: string, reason: FailureReason): Promise<VideoRow | null> {
      const after = await change(uid, async (trx, row) => {
        if (row.state === 'error') return null
        // An attempt may have died between storing something and naming it.
        await jobs.enqueue(trx, tidyJob, { uid })
        await removePlans(trx, uid)
        if (row.state === 'ready' && (await renditionsOf(trx, uid)).length > 0) return await complete(trx, row)
        return { ...(await listing.withdraw(trx, row)), state: 'error', reason_code: reason, step: '' }
      })
      return await countFailure(after)
    },

    progressed: (uid: string, percent: number) =>
      change(uid, async (_trx, row) => {
        // A report may arrive after the end it led to: progress only ever grows, and only the end says 100.
        const next = Math.min(99, Math.floor(percent))
        return next <= row.percent_complete || row.state === 'error' ? null : { percent_complete: next }
      }),

    step: (uid: string, step: string) => change(uid, async (_trx, row) => (row.step === step ? null : { step })),

    /** Stores verified renditions and lists them, all at once: from here on the video plays, if it did not before. */
    async renditionsMade(uid: string, made: NewRendition[], advance: Advance): Promise<VideoRow | null> {
      const stored = made.map((each) => ({ ...each, id: newId() }))
      for (const { id, dir } of stored) await storage.putFolder(`media/${uid}/${id}`, dir)
      const after = await change(uid, async (trx, row) => {
        if (row.state === 'error') return null
        for (const { id } of stored) await mustStillBeThere(`media/${uid}/${id}/${MEDIA_PLAYLIST}`)
        return await list(trx, row, stored, advance)
      })
      if (!after) await forget(uid)
      return after
    },

    /** Measured, and now in the line for the encoder. */
    awaitsEncoding: (uid: string) =>
      change(uid, async (trx, row) => {
        await enqueueFirst(trx, row, false)
        return row.state === 'inprogress' ? { step: WAITING_STEP } : null
      }),

    /** It has to be encoded in one go, for which there is another line. */
    leftWhole: (uid: string) =>
      change(uid, async (trx, row) => {
        await enqueueFirst(trx, row, true)
        return row.state === 'inprogress' ? { step: WAITING_STEP } : null
      }),

    /** Every rendition that is worth it is there. */
    completed: (uid: string) =>
      change(uid, async (trx, row) => {
        if (row.state !== 'ready' || row.percent_complete === 100) return null
        // What was stored and is not worth listing, or was not named before an attempt died.
        await jobs.enqueue(trx, tidyJob, { uid })
        return await complete(trx, row)
      }),

    async posterMade(uid: string, file: string): Promise<void> {
      const poster_name = `poster-${newId()}.webp`
      await storage.putFile(`media/${uid}/${poster_name}`, file)
      const after = await change(uid, async (trx, row) => {
        if (row.state !== 'ready' || row.poster_name) return null
        await mustStillBeThere(`media/${uid}/${poster_name}`)
        await jobs.enqueue(trx, tidyJob, { uid }, { startAfterSeconds: TIDY_AFTER_SECONDS })
        return { poster_name }
      })
      if (!after) await forget(uid)
    },

    async glimpsesMade(uid: string, made: Glimpses): Promise<void> {
      const names = { preview: `preview-${newId()}.mp4`, storyboard: `storyboard-${newId()}.vtt` }
      const sheet = sheetOf(names.storyboard)
      await storage.putFile(`media/${uid}/${names.preview}`, made.preview)
      await storage.putFile(`media/${uid}/${sheet}`, made.sheet)
      await storage.putText(`media/${uid}/${names.storyboard}`, storyboardText(made.storyboard, sheet))
      const after = await change(uid, async (trx, row) => {
        if (row.state !== 'ready' || row.preview_name) return null
        for (const name of [names.preview, sheet, names.storyboard]) await mustStillBeThere(`media/${uid}/${name}`)
        await jobs.enqueue(trx, tidyJob, { uid }, { startAfterSeconds: TIDY_AFTER_SECONDS })
        return { preview_name: names.preview, storyboard_name: names.storyboard }
      })
      if (!after) await forget(uid)
    },

    ...av1,
    ...createRepairOutcomes({ jobs, listing, change }),
    ...createChunkOutcomes({ jobs, storage, listing, change, forget, enqueueFirst, av1Made: av1.av1Made }),
  }

  /** Nothing will name what was just stored: the row went or failed meanwhile, or another attempt was first. */
  async function forget(uid: string): Promise<void> {
    await jobs.enqueue(db, tidyJob, { uid })
  }
}

export type VideoOutcomes = ReturnType<typeof createVideoOutcomes>
