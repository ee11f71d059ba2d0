import type { Log } from '#platform/log.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { EPISODE_MAX_SECONDS, type Playback } from '../video.ts'
import type { VideoHost } from '../video-host.ts'
import type { VideoLibrary } from '../video-library.server.ts'
import type { VideoRow } from '../video-rows.server.ts'
import type { CloudflareClient, UploadWish } from './cloudflare-client.server.ts'
import { receiveHostedForm } from './page-form.server.ts'
import { ServiceFailed } from './service-failed.ts'

export interface CloudflareHostParts {
  library: VideoLibrary
  client: CloudflareClient
  origins: VideoHost['origins']
  now(): Date
  /** Lends an empty local folder. */
  lendFolder<Result>(work: (dir: string) => Promise<Result>): Promise<Result>
  log: Log
}

/** How long an address takes bytes; the service allows six hours, by its own clock. */
const UPLOAD_MINUTES = 350
/** The service counts whole seconds; the half second that containers are granted is decided here. */
const MAX_SECONDS = EPISODE_MAX_SECONDS + 1
const PAUSE_SECONDS = 5

/** Videos at Cloudflare Stream. The row is ours; the bytes, their processing and their delivery are the service's. */
export function createCloudflareHost(parts: CloudflareHostParts): VideoHost {
  const { library, client, origins, now, log } = parts

  /** @throws Refusal video.host_unavailable when the service does not do what it is asked */
  async function ask<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ServiceFailed)) throw error
      log.error({ err: error }, 'video: the service did not do what it was asked')
      throw new Refusal('video.host_unavailable', { retryAfterSeconds: error.retryAfterSeconds ?? PAUSE_SECONDS })
    }
  }

  function wishFor(creator: string, name: string): UploadWish {
    const expiresAt = new Date(now().getTime() + UPLOAD_MINUTES * 60_000)
    return { creator, name, maxSeconds: MAX_SECONDS, expiresAt }
  }

  /** Stores what the service has opened; what cannot be stored is nobody's, and goes there too. */
  async function store(uid: string, wish: UploadWish, sizeBytes: number, facts: Partial<VideoRow> = {}) {
    try {
      await library.storeUpload({
        ...facts,
        uid,
        host: 'cloudflare',
        creator_id: wish.creator,
        name: wish.name,
        size_bytes: sizeBytes,
        upload_expires_at: wish.expiresAt,
        ask_at: now(),
      })
    } catch (error) {
      await forget(uid)
      throw error
    }
  }

  async function forget(uid: string): Promise<void> {
    await client.remove(uid).catch((error) => log.warn({ err: error, video: uid }, 'video: left behind at the service'))
  }

  return {
    ...library.verbs,
    carrier: 'Cloudflare',
    letsChoosePosters: false,
    origins,

    async requestUpload(account, { name, sizeBytes }) {
      const wish = wishFor(account.uid, library.admitUpload(account, { name, sizeBytes }))
      await library.checkQuota(account.uid, sizeBytes)
      const { uid, uploadURL } = await ask(() => client.openResumableUpload({ ...wish, sizeBytes }))
      await store(uid, wish, sizeBytes)
      const { expiresAt } = wish
      return { uid, uploadURL, protocols: ['tus'], expiresAt, maxDurationSeconds: EPISODE_MAX_SECONDS }
    },

    receivePageForm: (form) =>
      parts.lendFolder(async (dir) => {
        const { account, name, path, sizeBytes } = await receiveHostedForm(dir, form, library.admitUpload)
        await library.checkQuota(account.uid, sizeBytes)
        const wish = wishFor(account.uid, name)
        const { uid, uploadURL } = await ask(() => client.openFormUpload(wish))
        try {
          await ask(() => client.sendForm(uploadURL, { path, name }))
        } catch (error) {
          await forget(uid)
          throw error
        }
        await store(uid, wish, sizeBytes, { state: 'queued', step: 'Received', received_at: now() })
        return uid
      }),

    // The service keeps no way to try again, and gives nothing back of what was sent.
    async retry(account, uid) {
      await library.ownRow(account, uid)
      throw new Refusal('video.not_retryable')
    },
    originalOf: async () => null,

    async choosePoster(account, uid) {
      await library.ownRow(account, uid)
      throw new Refusal('video.poster_fixed')
    },
    async dropPoster(account, uid) {
      await library.ownRow(account, uid)
      throw new Refusal('video.poster_fixed')
    },
    // The service encodes as it sees fit.
    wantInAv1: async () => 0,
    // The service tells no more than its playlists.
    beginningOf: async () => null,
  }
}

/** Where the media of an account's videos lie, by uid alone; they answer once the video plays. */
export function hostedPlayback(mediaUrl: string): (row: Pick<VideoRow, 'uid' | 'state'>) => Playback {
  const nothing: Playback = { hls: null, poster: null, preview: null, storyboard: null }
  return ({ uid, state }) =>
    state === 'ready'
      ? {
          ...nothing,
          hls: `${mediaUrl}/${uid}/manifest/video.m3u8`,
          poster: `${mediaUrl}/${uid}/thumbnails/thumbnail.jpg?width=1280&height=720&fit=clip`,
        }
      : nothing
}
