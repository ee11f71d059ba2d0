import type { Db } from '#platform/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import { type PosterImage, scaledDown } from '../poster.ts'
import { EPISODE_MAX_SECONDS, type Playback } from '../video.ts'
import type { VideoHost } from '../video-host.ts'
import type { VideoLibrary } from '../video-library.server.ts'
import type { VideoRow } from '../video-rows.server.ts'
import type { CloudflareClient, UploadOptions } from './client.server.ts'
import { receiveHostedForm } from './page-form.server.ts'
import { ServiceError } from './service-error.ts'

export interface CloudflareHostParts {
  db: Db
  library: VideoLibrary
  client: CloudflareClient
  origins: VideoHost['origins']
  now(): Date
  /** Provides an empty local folder while `work` runs. */
  withScratchFolder<Result>(work: (dir: string) => Promise<Result>): Promise<Result>
  log: Log
}

/** How long an upload URL accepts bytes; the service allows six hours, by its own clock. */
const UPLOAD_MINUTES = 350
/** The service counts whole seconds; the tolerance of half a second for containers is applied here. */
const MAX_SECONDS = EPISODE_MAX_SECONDS + 1
const RETRY_AFTER_SECONDS = 5

/** Hosts videos at Cloudflare Stream: rows are stored here; bytes, processing and delivery are the service's. */
export function createCloudflareHost(parts: CloudflareHostParts): VideoHost {
  const { db, library, client, origins, now, log } = parts

  /** @throws Refusal video.host_unavailable when a call to the service fails */
  async function callService<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      log.error({ err: error }, 'video: a call to the service failed')
      throw new Refusal('video.host_unavailable', { retryAfterSeconds: error.retryAfterSeconds ?? RETRY_AFTER_SECONDS })
    }
  }

  function uploadOptionsFor(creator: string, name: string): UploadOptions {
    const expiresAt = new Date(now().getTime() + UPLOAD_MINUTES * 60_000)
    return { creator, name, maxSeconds: MAX_SECONDS, expiresAt }
  }

  /** Stores the row of an upload opened at the service; when that fails, removes the upload there too. */
  async function store(uid: string, options: UploadOptions, sizeBytes: number, columns: Partial<VideoRow> = {}) {
    const row = {
      ...columns,
      uid,
      host: 'cloudflare' as const,
      creator_id: options.creator,
      name: options.name,
      size_bytes: sizeBytes,
      upload_expires_at: options.expiresAt,
      ask_at: now(),
    }
    try {
      await transact(db, (trx) => library.storeUpload(trx, row))
    } catch (error) {
      await removeAtService(uid)
      throw error
    }
  }

  async function removeAtService(uid: string): Promise<void> {
    await client
      .remove(uid)
      .catch((error) => log.warn({ err: error, video: uid }, 'video: could not be removed at the service'))
  }

  return {
    ...library.hostMethods,
    carrier: 'Cloudflare',
    allowsPosterChoice: false,
    origins,

    async requestUpload(account, { name, sizeBytes }) {
      const options = uploadOptionsFor(account.uid, library.admitUpload(account, { name, sizeBytes }))
      await library.checkQuota(account.uid, sizeBytes)
      const { uid, uploadURL } = await callService(() => client.openResumableUpload({ ...options, sizeBytes }))
      await store(uid, options, sizeBytes)
      const { expiresAt } = options
      return { uid, uploadURL, protocols: ['tus'], expiresAt, maxDurationSeconds: EPISODE_MAX_SECONDS }
    },

    receivePageForm: (form) =>
      parts.withScratchFolder(async (dir) => {
        const { account, name, path, sizeBytes } = await receiveHostedForm(dir, form, library.admitUpload)
        await library.checkQuota(account.uid, sizeBytes)
        const options = uploadOptionsFor(account.uid, name)
        const { uid, uploadURL } = await callService(() => client.openFormUpload(options))
        try {
          await callService(() => client.sendForm(uploadURL, { path, name }))
        } catch (error) {
          await removeAtService(uid)
          throw error
        }
        await store(uid, options, sizeBytes, { state: 'queued', step: 'received', received_at: now() })
        return uid
      }),

    // The service offers neither a retry nor the uploaded file.
    async retry(account, uid) {
      await library.ownRow(account, uid)
      throw new Refusal('video.not_retryable')
    },
    restartAfter: async () => false,
    reprocess: async () => false,
    originalOf: async () => null,
    // The bytes are at the service.
    storedBytes: async () => null,

    async choosePoster(account, uid) {
      await library.ownRow(account, uid)
      throw new Refusal('video.poster_fixed')
    },
    async dropPoster(account, uid) {
      await library.ownRow(account, uid)
      throw new Refusal('video.poster_fixed')
    },
    // The service exposes no frames.
    withSampledPictures: async () => null,
    exposureSheetOf: async () => null,
    isRateVarying: async () => false,
    frameTimesOf: async () => null,
    changesOf: async () => null,
    flashesOf: async () => ({ state: 'failed', spans: [], perSecond: [], checkedAt: null }),
    withFileTexts: async () => null,
    setTextTracks: async () => {},
    // The service chooses its own codecs.
    requestAv1: async () => 0,
    // The service exposes only its playlists.
    fastStartOf: async () => null,
  }
}

interface Box {
  width: number
  height: number
}

const POSTER_BOX: Box = { width: 1280, height: 720 }
/** Longer sides of the smaller posters. */
const SMALLER_SIDES = [640, 320, 160, 80]

/** The service scales a poster to fit this box. */
function thumbnailUrl(mediaUrl: string, uid: string, { width, height }: Box): string {
  return `${mediaUrl}/${uid}/thumbnails/thumbnail.jpg?width=${width}&height=${height}&fit=clip`
}

/** @see VideoHost.postersOf */
export function hostedPosters(mediaUrl: string): (row: PosterRow) => PosterImage[] {
  return ({ uid, state, width, height }) => {
    if (state !== 'ready' || !width || !height) return []
    const scale = Math.min(POSTER_BOX.width / width, POSTER_BOX.height / height)
    const largest = scaledDown({ width, height }, Math.floor(Math.max(width, height) * scale))
    const smaller = SMALLER_SIDES.map((side) => ({ box: { width: side, height: side }, ...scaledDown(largest, side) }))
    return [{ box: POSTER_BOX, ...largest }, ...smaller].map(({ box, ...size }) => {
      return { url: thumbnailUrl(mediaUrl, uid, box), ...size }
    })
  }
}

type PosterRow = Pick<VideoRow, 'uid' | 'state' | 'width' | 'height'>

/** Media URLs of an account's videos, derived from the uid; null until the video is ready. */
export function hostedPlayback(mediaUrl: string): (row: Pick<VideoRow, 'uid' | 'state'>) => Playback {
  const nothing: Playback = { hls: null, poster: null, preview: null, storyboard: null }
  return ({ uid, state }) =>
    state === 'ready'
      ? {
          ...nothing,
          hls: `${mediaUrl}/${uid}/manifest/video.m3u8`,
          poster: thumbnailUrl(mediaUrl, uid, POSTER_BOX),
        }
      : nothing
}
