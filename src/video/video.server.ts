import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Db } from '#platform/database.server.ts'
import type { FileRows } from '#platform/installation.server.ts'
import { createVideoAudit } from './audit/audit.server.ts'
import { createCleanup } from './cleanup/cleanup.server.ts'
import { createCloudflareHosting } from './cloudflare-host/hosting.server.ts'
import { createEmbeddedHost } from './embedded-host/embedded-host.server.ts'
import { queueMissingCovers } from './encode/cover.server.ts'
import { queueMissingLargePosters } from './encode/large-poster.server.ts'
import { queueMissingMp4Files } from './encode/mp4-files.server.ts'
import { queueMissingAnalyses } from './encode/preview-assets.server.ts'
import { createProcessing } from './encode/processing.server.ts'
import { createSampledPictures } from './encode/sampled-pictures.server.ts'
import { queueMissingSmallPosters } from './encode/small-posters.server.ts'
import { createSourceHashes } from './encode/source-hash.server.ts'
import { createFileTexts } from './encode/text-streams.server.ts'
import { createVideoTransitions } from './encode/video-transitions.server.ts'
import { createUploadFiles } from './ingest/choose-upload-files.server.ts'
import { createDiskSpace } from './ingest/disk-space.server.ts'
import { createIngest } from './ingest/ingest.server.ts'
import { createUploadEndpoint } from './ingest/upload-endpoint.server.ts'
import { createUploadSpace } from './ingest/upload-space.server.ts'
import { CODEC_THREADS } from './media/hls/hls.server.ts'
import { createMediaGate } from './media-gate.server.ts'
import { createScratchFolders } from './scratch.server.ts'
import { videoChannel } from './video-events.server.ts'
import type { VideoHosting, VideoParts } from './video-hosting.ts'
import {
  av1GiveUpJob,
  av1Job,
  chunkJob,
  cleanupJob,
  coverJob,
  encodeJob,
  eraseJob,
  giveUpJob,
  hashJob,
  ladderJob,
  largePosterJob,
  laterChunkJob,
  mediaCleanupJob,
  mp4FilesJob,
  posterJob,
  previewAssetsJob,
  probeJob,
  slowEncodeJob,
  smallPostersJob,
} from './video-jobs.ts'
import { findVideoRow, recordEarlyStart, videoTables } from './video-rows.server.ts'

/** Enough chunks to keep all processors busy. */
const CHUNKS_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / CODEC_THREADS))

/** Each video ingested during its upload takes two or three processes and some tens of megabytes. */
const MAX_INGESTS = 4

const DISK_CHECK_MS = 30_000

/** Opens the room and registers the handlers of its jobs. */
export function createVideo(parts: VideoParts): VideoHosting {
  return parts.service ? createCloudflareHosting(parts, parts.service) : createEmbeddedHosting(parts)
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

/** Whether there are rows of videos, and whether they need the files below `videoFolders`. */
export async function rowsOfFiles(db: Db): Promise<FileRows> {
  const any = videoTables(db).selectFrom('videos').select('uid').limit(1)
  const [one, ready] = await Promise.all([
    any.executeTakeFirst(),
    any.where('host', '=', 'embedded').where('state', '=', 'ready').executeTakeFirst(),
  ])
  return { exist: one !== undefined, requireFiles: ready !== undefined }
}

/** Whether a video has a row: without one, nothing needs its files any more. */
export async function hasVideo(db: Db, uid: string): Promise<boolean> {
  return (await findVideoRow(db, uid)) !== undefined
}

function createEmbeddedHosting(parts: VideoParts): VideoHosting {
  const { db, jobs, events, storage } = parts
  const scratchDir = join(parts.scratchDir, 'scratch')
  const scratch = createScratchFolders(scratchDir, storage)
  const uploadFiles = createUploadFiles({ ...parts, scratch })
  const transitions = createVideoTransitions(parts)
  const diskSpace = createDiskSpace({ ...parts, uploadFiles, reserveBytes: parts.diskReserveBytes })
  const space = createUploadSpace({ ...parts, diskSpace, uploadFiles })
  const maxAtOnce = parts.runsJobs ? MAX_INGESTS : 0
  const ingest = createIngest({
    uploadFiles,
    scratch,
    diskSpace,
    mayStart: async ({ uid, size_bytes }) => {
      const neededBytes = size_bytes + uploadFiles.growingDiskBytes(size_bytes)
      return (await space.hasDiskFor(neededBytes)) && (await recordEarlyStart(db, uid))
    },
    maxAtOnce,
    log: parts.log,
  })
  const unsubscribe = events.subscribe(
    videoChannel,
    ({ uid, state }) => {
      if (state === 'removed' || state === 'error' || state === 'ready') ingest.cancel(uid)
    },
    ingest.close,
  )
  const processing = createProcessing({ ...parts, transitions, scratch, scratchDir, diskSpace, ingest })
  const requestAv1 = processing.av1.request
  const host = createEmbeddedHost({
    ...parts,
    uploadFiles,
    space,
    scratchDir,
    withScratchFolder: scratch.withEmptyFolder,
    requestAv1,
    reprocessReceived: transitions.reprocess,
    withSampledPictures: createSampledPictures({ ...parts, scratch }),
    withFileTexts: createFileTexts({ db, scratch }),
    setTextTracks: transitions.publishTextTracks,
  })
  const hashes = createSourceHashes(parts)
  const cleanup = createCleanup({ ...parts, uploadFiles, host })
  const uploads = createUploadEndpoint({ ...parts, uploadFiles, diskSpace, space, host, ingest })
  const gate = createMediaGate(db, events, parts.creators.isTrainingReserved)
  // The check frees disk space where it can, even without uploads and when the database has none left.
  const diskCheck = setInterval(() => {
    diskSpace
      .availableBytes()
      .catch((error) => parts.log.error({ err: error }, 'storage: the free disk space cannot be determined'))
  }, DISK_CHECK_MS).unref()

  /** Ends the work on a video immediately when the video is deleted. */
  const untilRemoved =
    <Data extends { uid: string }>(run: (data: Data, signal: AbortSignal) => Promise<void>) =>
    async (data: Data, attempt: { signal: AbortSignal }) => {
      const removed = new AbortController()
      const stopListening = events.subscribe(videoChannel, ({ uid, state }) => {
        if (uid === data.uid && state === 'removed') removed.abort(new Error('The video was removed.'))
      })
      await run(data, AbortSignal.any([attempt.signal, removed.signal])).finally(stopListening)
    }

  jobs.handle(giveUpJob, 1, async ({ uid }) => void (await transitions.fail(uid, 'processing_failed')))
  jobs.handle(probeJob, 2, untilRemoved(processing.probeVideo))
  jobs.handle(hashJob, 1, untilRemoved(hashes.hashSource))
  jobs.handle(encodeJob, 1, untilRemoved(processing.encodeFirst))
  jobs.handle(slowEncodeJob, 1, untilRemoved(processing.encodeSlowFirst))
  jobs.handle(ladderJob, 1, untilRemoved(processing.encodeLadder))
  jobs.handle(chunkJob, CHUNKS_AT_ONCE, untilRemoved(processing.encodeChunk))
  jobs.handle(laterChunkJob, CHUNKS_AT_ONCE, untilRemoved(processing.encodeChunk))
  jobs.handle(av1GiveUpJob, 1, async ({ uid }) => void (await transitions.skipAv1Set(uid)))
  jobs.handle(av1Job, 1, untilRemoved(processing.av1.encodeAv1))
  jobs.handle(posterJob, 1, untilRemoved(processing.makeVideoPoster))
  jobs.handle(coverJob, 1, untilRemoved(processing.makeVideoCover))
  jobs.handle(smallPostersJob, 1, untilRemoved(processing.makeVideoSmallPosters))
  jobs.handle(largePosterJob, 1, untilRemoved(processing.makeVideoLargePoster))
  jobs.handle(previewAssetsJob, 1, untilRemoved(processing.makeVideoPreviewAssets))
  jobs.handle(mp4FilesJob, 1, untilRemoved(processing.makeMp4Files))
  jobs.handle(eraseJob, 1, ({ uid }) => cleanup.erase(uid))
  jobs.handle(mediaCleanupJob, 1, ({ uid }) => cleanup.cleanUpMedia(uid))
  jobs.handle(cleanupJob, 1, async () => {
    await queueMissingCovers(parts)
    await queueMissingSmallPosters(parts)
    await queueMissingLargePosters(parts)
    await queueMissingAnalyses(parts)
    await queueMissingMp4Files(parts)
    await cleanup.cleanUpAll()
  })
  jobs.schedule(cleanupJob, '* * * * *')

  return {
    host,
    own: host,
    uploads,
    gate,
    handleWebhook: null,
    hasDiskFor: space.hasDiskFor,
    audit: createVideoAudit({ ...parts, uploadFiles, transitions, host }),
    cleanScratch: () => scratch.clean(),
    close() {
      clearInterval(diskCheck)
      unsubscribe()
      ingest.close()
      uploads.close()
      gate.close()
    },
  }
}
