import type { Account } from '#identity/account.ts'
import { newId } from '#platform/ids.server.ts'
import type { Locks } from '#platform/locks.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Emit } from '#platform/room-events.ts'
import type { ByteRange, ObjectStorage } from '#platform/storage.server.ts'
import { transact } from '#platform/transact.server.ts'
import { createFailureLimit } from '../failure-limit.server.ts'
import { receivePageForm } from '../ingest/receive-page-form.server.ts'
import type { UploadFiles } from '../ingest/upload-files.ts'
import type { UploadSpace } from '../ingest/upload-space.server.ts'
import { UPLOAD_HOURS } from '../ingest/upload-store.server.ts'
import type { VideoLibraryParts } from '../library-parts.ts'
import { createStoredBytes } from '../site-uploads.server.ts'
import { mediaKey, originalKey } from '../stored-objects.ts'
import { EPISODE_MAX_SECONDS, type UploadTarget } from '../video.ts'
import type { VideoHost } from '../video-host.ts'
import { coverJob, eraseJob, processingJobs } from '../video-jobs.ts'
import { createVideoLibrary, type VideoLibrary } from '../video-library.server.ts'
import { mayOwn, mayUpload } from '../video-permissions.ts'
import { findVideoRow, hashUploadKey, type NewVideoRow } from '../video-rows.server.ts'
import type { CdnPurge } from './cdn-purge.server.ts'
import {
  embeddedCover,
  embeddedLargePoster,
  embeddedPlayback,
  embeddedPosters,
  fastStartOf,
  mediaBase,
} from './media-urls.server.ts'
import { createPosterChoice, type PosterChoiceParts } from './poster-choice.server.ts'
import { createQueuePositions } from './queue-positions.server.ts'
import { type ReprocessParts, reprocessVideo, restartAfter, retryVideo } from './retry-video.server.ts'
import { nameIn } from './service-name.ts'
import {
  createServiceVideos,
  insertServiceVideo,
  type NewServiceVideo,
  type ServiceOptions,
  type ServiceVideos,
} from './service-videos.server.ts'

export interface EmbeddedHostParts extends VideoLibraryParts {
  emit: Emit
  locks: Locks
  storage: ObjectStorage
  uploadFiles: UploadFiles
  /** Base URL of public media at a CDN; null without one. */
  mediaBaseUrl: string | null
  cdn: CdnPurge
  /** Local folder for attempts; not shared between machines. */
  scratchDir: string
  withScratchFolder: PosterChoiceParts['withScratchFolder']
  space: UploadSpace
  requestAv1: VideoHost['requestAv1']
  reprocessReceived: ReprocessParts['reprocessReceived']
  withSampledPictures: VideoHost['withSampledPictures']
  withFileTexts: VideoHost['withFileTexts']
  setTextTracks: VideoHost['setTextTracks']
}

/** Our own video host, with the additional operations behind its upload URLs. */
export interface EmbeddedHost extends VideoHost {
  /**
   * Creates an upload for a program that uses the compatible API. Without an owner, anyone who knows the uid may play the
   * video. Pages of any site may send its bytes.
   * @throws Refusal video.creators_only, video.quota_reached, video.too_many_unfinished, video.too_many_failures,
   *   video.storage_full, video.name_invalid, video.too_many_bytes, request.invalid for an `expiresAt` that is past
   */
  requestServiceUpload(owner: Account | null, upload: ServiceUpload): Promise<UploadTarget>
  /** The other operations of the compatible API on videos. */
  service: ServiceVideos
  /** Ends an unfinished upload: removes its row, or sets it to `error` when an episode uses or awaits it. */
  endUpload(uid: string, reason: 'upload_cancelled' | 'upload_expired'): Promise<void>
}

export interface ServiceUpload extends ServiceOptions {
  maxSeconds: number
  /** When known in advance, the upload is resumable; otherwise it is one plain form, whose size is known on arrival. */
  sizeBytes?: number
  /** `Upload-Metadata` as it was sent, which a resumable upload returns. */
  uploadMetadata?: string
  /** Shortens the time in which the upload URL accepts bytes. */
  expiresAt?: Date
}

type NewUpload = Omit<NewVideoRow, 'uid' | 'upload_key_hash' | 'upload_expires_at' | 'created_at'>

/** Videos on our own storage, made playable by our own workers. */
export function createEmbeddedHost(parts: EmbeddedHostParts): EmbeddedHost {
  const { db, clock, jobs, limits, mediaBaseUrl, cdn } = parts
  const baseOf = mediaBase(mediaBaseUrl)
  const failureLimit = createFailureLimit(db)
  const library = createVideoLibrary(parts, {
    playbackOf: embeddedPlayback(baseOf),
    postersOf: embeddedPosters(baseOf),
    largePosterOf: embeddedLargePoster(baseOf),
    mediaUrlOf: (row, name) => `${baseOf(row)}/${mediaKey(row.uid, name)}`,
    coverOf: embeddedCover,
    eraseJob,
    queuePositions: createQueuePositions(parts).positions,
    async onRemoved(trx, row) {
      // Waiting jobs would count towards the creator's share of the queue.
      await jobs.cancel(trx, processingJobs, { uid: row.uid })
      if (row.is_published) await cdn.purge(trx, row.uid)
    },
    onRestricted: (trx, row) => cdn.purge(trx, row.uid),
    onNsfw: (trx, { uid }) => jobs.enqueue(trx, coverJob, { uid }),
  })

  const posters = createPosterChoice({ ...parts, library })

  const opening: OpeningParts = { ...parts, library }
  const retrying = { ...parts, library, failureLimit }

  const host: EmbeddedHost = {
    ...library.hostMethods,
    choosePoster: posters.choosePoster,
    dropPoster: posters.dropPoster,
    allowsPosterChoice: true,
    carrier: null,
    origins: { media: mediaBaseUrl ? [new URL(mediaBaseUrl).origin] : [], uploads: [] },

    async requestUpload(account, upload) {
      const name = library.admitUpload(account, upload)
      await failureLimit.admit(account.uid)
      if (!(await parts.space.hasSpaceFor(upload.sizeBytes))) throw new Refusal('video.storage_full')
      return await openUpload(opening, { creator_id: account.uid, name, size_bytes: upload.sizeBytes }, ['tus', 'post'])
    },

    async requestServiceUpload(owner, { maxSeconds, sizeBytes, expiresAt, meta = {}, ...options }) {
      if (owner && !mayUpload(owner)) throw new Refusal('video.creators_only')
      if (owner) await failureLimit.admit(owner.uid)
      if (expiresAt && expiresAt <= clock.now()) throw new Refusal('request.invalid', { field: 'expiry' })
      if (sizeBytes !== undefined && sizeBytes > limits.maxUploadBytes) throw new Refusal('video.too_many_bytes')
      const name = nameIn(meta) ?? 'Untitled'
      if (!(await parts.space.hasSpaceFor(sizeBytes ?? 0))) throw new Refusal('video.storage_full')
      const row = {
        creator_id: owner?.uid ?? null,
        name,
        size_bytes: sizeBytes ?? limits.maxUploadBytes,
        is_size_known: sizeBytes !== undefined,
        max_seconds: maxSeconds,
        is_published: owner === null,
      }
      return await openUpload(opening, row, sizeBytes === undefined ? ['post'] : ['tus', 'post'], {
        ...(expiresAt ? { wanted: expiresAt } : {}),
        serviceVideo: { ...options, meta },
      })
    },

    service: createServiceVideos({ ...parts, library, chooseFrame: posters.chooseFrame }),

    storedBytes: createStoredBytes(parts),
    requestAv1: parts.requestAv1,
    withSampledPictures: parts.withSampledPictures,
    withFileTexts: parts.withFileTexts,
    setTextTracks: parts.setTextTracks,

    receivePageForm: (form) => receivePageForm({ ...parts, host }, form),

    retry: (account, uid) => retryVideo(retrying, account, uid),
    restartAfter: (trx, jobKind, uid) => restartAfter(parts, trx, jobKind, uid),
    reprocess: (uid) => reprocessVideo(parts, uid),
    originalOf: (account, uid) => originalOf(parts, account, uid),
    fastStartOf: (uid) => fastStartOf(db, baseOf, uid),

    async endUpload(uid, reason) {
      await transact(db, (trx) => library.endUpload(trx, uid, reason))
    },
  }
  return host
}

interface OpeningParts extends Pick<EmbeddedHostParts, 'db' | 'clock' | 'uploadFiles'> {
  library: Pick<VideoLibrary, 'storeUpload' | 'endUpload'>
}

/**
 * Stores the row of an upload and creates the empty file for its bytes.
 * @param serviceVideo given for a video of the compatible API
 */
async function openUpload(
  { db, clock, uploadFiles, library }: OpeningParts,
  row: NewUpload,
  protocols: UploadTarget['protocols'],
  { wanted, serviceVideo }: { wanted?: Date; serviceVideo?: NewServiceVideo } = {},
): Promise<UploadTarget> {
  const uid = newId()
  const key = newId()
  const latest = new Date(clock.now().getTime() + UPLOAD_HOURS * 3_600_000)
  const expiresAt = wanted && wanted < latest ? wanted : latest
  const stored = { ...row, uid, upload_key_hash: hashUploadKey(key), upload_expires_at: expiresAt }
  await transact(db, async (trx) => {
    await library.storeUpload(trx, stored)
    if (serviceVideo) await insertServiceVideo(trx, uid, serviceVideo)
  })
  await uploadFiles.create(uid, { expiresAt, sizeBytes: row.size_bytes }).catch(async (error) => {
    await transact(db, (trx) => library.endUpload(trx, uid, 'upload_cancelled'))
    throw error
  })
  const maxDurationSeconds = row.max_seconds ?? EPISODE_MAX_SECONDS
  return { uid, uploadURL: `/api/uploads/${key}`, protocols, expiresAt, maxDurationSeconds }
}

/** @see VideoHost.originalOf */
async function originalOf({ db, storage }: Pick<EmbeddedHostParts, 'db' | 'storage'>, account: Account, uid: string) {
  const row = await findVideoRow(db, uid)
  const isThere = row !== undefined && mayOwn(account, row) && row.received_at !== null
  const key = originalKey(uid)
  const found = isThere ? await storage.stat(key) : null
  return found && { sizeBytes: found.sizeBytes, read: (range?: ByteRange) => storage.read(key, range) }
}
