import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { DiskStorage } from '#platform/disk-storage.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { RowsOfFiles } from '#platform/installation.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Locks } from '#platform/locks.server.ts'
import type { Log } from '#platform/log.server.ts'
import { createVideoAudit, type VideoAudit } from './audit/audit.server.ts'
import type { CdnPurge } from './cdn-purge.server.ts'
import type { CloudflareService } from './cloudflare/cloudflare-room.server.ts'
import { createCloudflareRoom } from './cloudflare/cloudflare-room.server.ts'
import { createDiskRoom } from './disk-room.server.ts'
import { createEmbeddedHost, type EmbeddedHost } from './embedded-host.server.ts'
import { CODEC_THREADS } from './ffmpeg/hls.server.ts'
import { createMediaGate, type MediaGate } from './media-gate.server.ts'
import { createArrivals } from './processing/arrivals.server.ts'
import { createProcessing } from './processing/processing.server.ts'
import { createScratchFolders } from './processing/scratch.server.ts'
import { createSourceHashes } from './processing/source-hash.server.ts'
import { createUpkeep } from './processing/upkeep.server.ts'
import { createVideoOutcomes } from './processing/video-outcomes.server.ts'
import type { Owners } from './upload/expect-owner.server.ts'
import { createUploadEndpoint, type UploadEndpoint } from './upload/upload-endpoint.server.ts'
import { createUploadSpace } from './upload/upload-space.server.ts'
import type { VideoHost, VideoNews } from './video-host.ts'
import {
  av1GiveUpJob,
  av1Job,
  chunkJob,
  encodeJob,
  eraseJob,
  giveUpJob,
  glimpsesJob,
  hashJob,
  ladderJob,
  laterChunkJob,
  measureJob,
  posterJob,
  slowEncodeJob,
  sweepJob,
  tidyJob,
} from './video-jobs.ts'
import { VIDEO_CHANNEL, type VideoChange } from './video-news.server.ts'
import { beginEarly, videoTables } from './video-rows.server.ts'

export interface VideoParts {
  db: Db
  clock: Clock
  jobs: Jobs
  events: Events
  locks: Locks
  identity: Owners
  storage: DiskStorage
  news: VideoNews
  limits: { maxUploadBytes: number; creatorQuotaBytes: number }
  /** Bytes that videos leave free on the disk; null for a share of it. */
  diskReserveBytes: number | null
  /** Whether much-watched videos get a second set of renditions, in AV1. */
  makesAv1: boolean
  /** Where a CDN has the media that are public; null without one. */
  mediaBaseUrl: string | null
  cdn: CdnPurge
  /** Local folder for attempts; not shared between machines. */
  scratchDir: string
  /** The hosted service that takes new videos; null: we do. */
  service: CloudflareService | null
  /** Whether this process works jobs, and so may begin with a film before all of it is there. */
  works: boolean
  /** Longest wait for another writer of the same upload; a few seconds unless told. */
  uploadWaitMs?: number
  log: Log
}

/** The video room, opened: the host for other rooms, and what the server hangs on its addresses. */
export interface VideoRoom {
  host: VideoHost
  /** The host with what only our own one does; null when videos lie elsewhere. */
  own: EmbeddedHost | null
  uploads: UploadEndpoint
  gate: MediaGate
  /**
   * Takes what the hosted service tells, signed; null when it tells nothing here. Repeating it changes nothing.
   * @throws Refusal request.token_invalid, request.unreadable
   */
  hearWebhook: ((body: string, signature: string | null) => Promise<void>) | null
  /** Compares rows and files; null when videos lie elsewhere. */
  audit: VideoAudit | null
  /** Removes what dead processes left on this machine. */
  cleanScratch(): Promise<void>
  close(): void
}

/** As many as keep all processors busy. */
const CHUNKS_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / CODEC_THREADS))

/** Each film that arrives holds two or three processes and some tens of megabytes. */
const ARRIVALS_AT_ONCE = 4

const DISK_LOOK_MS = 30_000

/** Opens the room and says which of its jobs this process would do. */
export function createVideo(parts: VideoParts): VideoRoom {
  return parts.service ? createCloudflareRoom(parts, parts.service) : createEmbeddedRoom(parts)
}

/** @throws Error, for the operator, when there are videos that this host does not have */
export async function expectVideosOf(host: 'embedded' | 'cloudflare', db: Db): Promise<void> {
  const { count } = await videoTables(db)
    .selectFrom('videos')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('host', '<>', host)
    .executeTakeFirstOrThrow()
  if (Number(count) > 0)
    throw new Error(
      `VIDEO_HOST is ${host}, but ${count} video${Number(count) === 1 ? ' is' : 's are'} at the other host and could not be shown. Set VIDEO_HOST back, or remove them there first.`,
    )
}

/** What the rows of videos say about the files below `videoFolders`. */
export async function rowsOfFiles(db: Db): Promise<RowsOfFiles> {
  const any = videoTables(db).selectFrom('videos').select('uid').limit(1)
  const [one, whole] = await Promise.all([
    any.executeTakeFirst(),
    any.where('host', '=', 'embedded').where('state', '=', 'ready').executeTakeFirst(),
  ])
  return { areThere: one !== undefined, needFiles: whole !== undefined }
}

function createEmbeddedRoom(parts: VideoParts): VideoRoom {
  const { db, jobs, events, storage } = parts
  const scratchDir = join(parts.scratchDir, 'scratch')
  const scratch = createScratchFolders(scratchDir, storage)
  const outcomes = createVideoOutcomes(parts)
  const room = createDiskRoom({ ...parts, reserveBytes: parts.diskReserveBytes })
  const space = createUploadSpace({ ...parts, room })
  const maxAtOnce = parts.works ? ARRIVALS_AT_ONCE : 0
  const arrivals = createArrivals({
    storage,
    scratch,
    room,
    mayBegin: async ({ uid, size_bytes }) => (await space.hasRoomFor(size_bytes)) && (await beginEarly(db, uid)),
    maxAtOnce,
    log: parts.log,
  })
  const forgetEnded = events.subscribe(
    VIDEO_CHANNEL,
    (change) => {
      const { uid, state } = change as VideoChange
      if (state === 'removed' || state === 'error' || state === 'ready') arrivals.forget(uid)
    },
    arrivals.close,
  )
  const processing = createProcessing({ ...parts, outcomes, scratch, room, arrivals })
  const wantInAv1 = processing.av1.want
  const host = createEmbeddedHost({ ...parts, space, scratchDir, lendFolder: scratch.lendEmpty, wantInAv1 })
  const hashes = createSourceHashes(parts)
  const upkeep = createUpkeep({ ...parts, host })
  const uploads = createUploadEndpoint({ ...parts, room, space, host, arrivals })
  const gate = createMediaGate(db, events)
  // Looking makes room where it can, also while nobody uploads and the database has none left.
  const looking = setInterval(() => {
    room.bytes().catch((error) => parts.log.error({ err: error }, 'storage: the disk cannot be looked at'))
  }, DISK_LOOK_MS).unref()

  /** A video deleted in the middle of its work ends that work at once. */
  const whileWanted =
    <Data extends { uid: string }>(run: (data: Data, signal: AbortSignal) => Promise<void>) =>
    async (data: Data, attempt: { signal: AbortSignal }) => {
      const removed = new AbortController()
      const stopListening = events.subscribe(VIDEO_CHANNEL, (change) => {
        const { uid, state } = change as VideoChange
        if (uid === data.uid && state === 'removed') removed.abort(new Error('The video was removed.'))
      })
      await run(data, AbortSignal.any([attempt.signal, removed.signal])).finally(stopListening)
    }

  jobs.handle(giveUpJob, 1, async ({ uid }) => void (await outcomes.gaveUp(uid, 'processing_failed')))
  jobs.handle(measureJob, 2, whileWanted(processing.measureVideo))
  jobs.handle(hashJob, 1, whileWanted(hashes.hashSource))
  jobs.handle(encodeJob, 1, whileWanted(processing.encodeFirst))
  jobs.handle(slowEncodeJob, 1, whileWanted(processing.encodeFirst))
  jobs.handle(ladderJob, 1, whileWanted(processing.encodeLadder))
  jobs.handle(chunkJob, CHUNKS_AT_ONCE, whileWanted(processing.encodeChunk))
  jobs.handle(laterChunkJob, CHUNKS_AT_ONCE, whileWanted(processing.encodeChunk))
  jobs.handle(av1GiveUpJob, 1, async ({ uid }) => void (await outcomes.av1LeftOut(uid)))
  jobs.handle(av1Job, 1, whileWanted(processing.av1.encodeAv1))
  jobs.handle(posterJob, 1, whileWanted(processing.makeVideoPoster))
  jobs.handle(glimpsesJob, 1, whileWanted(processing.makeVideoGlimpses))
  jobs.handle(eraseJob, 1, ({ uid }) => upkeep.erase(uid))
  jobs.handle(tidyJob, 1, ({ uid }) => upkeep.tidy(uid))
  jobs.handle(sweepJob, 1, () => upkeep.sweep())
  jobs.schedule(sweepJob, '* * * * *')

  return {
    host,
    own: host,
    uploads,
    gate,
    hearWebhook: null,
    audit: createVideoAudit({ ...parts, outcomes, host }),
    cleanScratch: () => scratch.clean(),
    close() {
      clearInterval(looking)
      forgetEnded()
      arrivals.close()
      uploads.close()
      gate.close()
    },
  }
}
