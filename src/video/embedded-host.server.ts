import type { Account } from '#identity/account.ts'
import type { Trx } from '#platform/database.server.ts'
import type { DiskStorage } from '#platform/disk-storage.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { Locks } from '#platform/locks.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { CdnPurge } from './cdn-purge.server.ts'
import { createPosterChoice, type PosterChoiceParts } from './poster-choice.server.ts'
import { BEGINNING_SEGMENTS } from './rendition.ts'
import {
  createServiceVideos,
  nameIn,
  noteService,
  type ServiceVideos,
  type ServiceWishes,
} from './service-videos.server.ts'
import { createTries, RETRIES_A_VIDEO } from './tries.server.ts'
import { receivePageForm } from './upload/receive-page-form.server.ts'
import { noteUnfinished } from './upload/unfinished-files.server.ts'
import type { UploadSpace } from './upload/upload-space.server.ts'
import { UPLOAD_HOURS } from './upload/upload-store.server.ts'
import { EPISODE_MAX_SECONDS, type Playback, type UploadAddress } from './video.ts'
import type { VideoHost } from './video-host.ts'
import { eraseJob, measureJob, processingJobs } from './video-jobs.ts'
import { createVideoLibrary, type LibraryParts } from './video-library.server.ts'
import { announce } from './video-news.server.ts'
import { mayOwn, mayUpload } from './video-permissions.ts'
import {
  beginningNamesOf,
  findVideoRow,
  hashUploadKey,
  lockVideoRow,
  type NewVideoRow,
  renditionsOf,
  turnsOf,
  type VideoRow,
  videoTables,
} from './video-rows.server.ts'
import { createWaitingLine } from './waiting-line.server.ts'

export interface EmbeddedHostParts extends LibraryParts {
  locks: Locks
  storage: DiskStorage
  /** Where a CDN has the media that are public; null without one. */
  mediaBaseUrl: string | null
  cdn: CdnPurge
  /** Local folder for attempts; not shared between machines. */
  scratchDir: string
  lendFolder: PosterChoiceParts['lendFolder']
  space: UploadSpace
  wantInAv1: VideoHost['wantInAv1']
}

/** Our own video host, with what its upload addresses need besides. */
export interface EmbeddedHost extends VideoHost {
  /**
   * An upload asked for by a program in the hosted service's dialect. Without an owner whoever knows the uid may play the
   * video. Pages of any site may send its bytes.
   * @throws Refusal video.creators_only, video.quota_reached, video.too_many_unfinished, video.too_many_failures,
   *   video.storage_full, video.name_invalid, video.too_many_bytes, request.invalid for an `expiresAt` that is past
   */
  requestServiceUpload(owner: Account | null, upload: ServiceUpload): Promise<UploadAddress>
  /** What else programs of the dialect do with videos. */
  service: ServiceVideos
  /** Ends an unfinished upload: its row goes, or becomes `error` when an episode stands on it. */
  endUpload(uid: string, reason: 'upload_cancelled' | 'upload_expired'): Promise<void>
}

export interface ServiceUpload extends ServiceWishes {
  maxSeconds: number
  /** Known before, the upload is resumable; otherwise it is one plain form, of a size that shows when it is in. */
  sizeBytes?: number
  /** Shortens the time in which the address takes bytes. */
  expiresAt?: Date
}

type NewUpload = Omit<NewVideoRow, 'uid' | 'upload_key_hash' | 'upload_expires_at' | 'created_at'>

/** Videos on our own storage, made playable by our own workers. */
export function createEmbeddedHost(parts: EmbeddedHostParts): EmbeddedHost {
  const { db, clock, jobs, events, storage, limits, mediaBaseUrl, cdn } = parts
  const baseOf = mediaBase(mediaBaseUrl)
  const tries = createTries(db)
  const library = createVideoLibrary(parts, {
    playbackOf: embeddedPlayback(baseOf),
    eraseJob,
    places: createWaitingLine(parts).places,
    async removed(trx, row) {
      // Waiting jobs would count as turns of the creator.
      await jobs.cancel(trx, processingJobs, { uid: row.uid })
      if (row.is_published) await cdn.forget(trx, row.uid)
    },
  })

  const posters = createPosterChoice({ ...parts, library })

  /** Stores the row that waits for its bytes, and makes the place where they will grow. */
  async function openUpload(
    row: NewUpload,
    protocols: UploadAddress['protocols'],
    { wanted, storeBeside }: { wanted?: Date; storeBeside?: (trx: Trx, uid: string) => Promise<void> } = {},
  ): Promise<UploadAddress> {
    const uid = newId()
    const key = newId()
    const latest = new Date(clock.now().getTime() + UPLOAD_HOURS * 3_600_000)
    const expiresAt = wanted && wanted < latest ? wanted : latest
    const stored = { ...row, uid, upload_key_hash: hashUploadKey(key), upload_expires_at: expiresAt }
    await library.storeUpload(stored, storeBeside && ((trx) => storeBeside(trx, uid)))
    await noteUnfinished(storage, uid, { expiresAt, sizeBytes: row.size_bytes })
    await storage.createEmpty(`originals/${uid}`).catch(async (error) => {
      await host.endUpload(uid, 'upload_cancelled')
      throw error
    })
    const maxDurationSeconds = row.max_seconds ?? EPISODE_MAX_SECONDS
    return { uid, uploadURL: `/api/uploads/${key}`, protocols, expiresAt, maxDurationSeconds }
  }

  const host: EmbeddedHost = {
    ...library.verbs,
    choosePoster: posters.choosePoster,
    dropPoster: posters.dropPoster,
    letsChoosePosters: true,
    carrier: null,
    origins: { media: mediaBaseUrl ? [new URL(mediaBaseUrl).origin] : [], uploads: [] },

    async requestUpload(account, upload) {
      const name = library.admitUpload(account, upload)
      await tries.admit(account.uid)
      if (!(await parts.space.hasRoomFor(upload.sizeBytes))) throw new Refusal('video.storage_full')
      return await openUpload({ creator_id: account.uid, name, size_bytes: upload.sizeBytes }, ['tus', 'post'])
    },

    async requestServiceUpload(owner, { maxSeconds, sizeBytes, expiresAt, meta = {}, ...wishes }) {
      if (owner && !mayUpload(owner)) throw new Refusal('video.creators_only')
      if (owner) await tries.admit(owner.uid)
      if (expiresAt && expiresAt <= clock.now()) throw new Refusal('request.invalid', { field: 'expiry' })
      if (sizeBytes !== undefined && sizeBytes > limits.maxUploadBytes) throw new Refusal('video.too_many_bytes')
      const name = nameIn(meta) ?? 'Untitled'
      if (!(await parts.space.hasRoomFor(sizeBytes ?? 0))) throw new Refusal('video.storage_full')
      const row = {
        creator_id: owner?.uid ?? null,
        name,
        size_bytes: sizeBytes ?? limits.maxUploadBytes,
        is_size_known: sizeBytes !== undefined,
        max_seconds: maxSeconds,
        is_published: owner === null,
      }
      return await openUpload(row, sizeBytes === undefined ? ['post'] : ['tus', 'post'], {
        ...(expiresAt ? { wanted: expiresAt } : {}),
        storeBeside: (trx, uid) => noteService(trx, uid, { ...wishes, meta: { name, ...meta } }),
      })
    },

    service: createServiceVideos({ ...parts, library, chooseFrame: posters.chooseFrame }),

    wantInAv1: parts.wantInAv1,

    receivePageForm: (form) => receivePageForm({ ...parts, host }, form),

    async retry(account, uid) {
      await library.ownRow(account, uid)
      await tries.admit(account.uid)
      return await db.transaction().execute(async (trx) => {
        const row = await lockVideoRow(trx, uid)
        if (!row) throw new Refusal('video.not_found')
        const original = row.state === 'error' ? await storage.stat(`originals/${uid}`) : null
        if (original?.sizeBytes !== row.size_bytes) throw new Refusal('video.not_retryable')
        if (row.retries >= RETRIES_A_VIDEO) throw new Refusal('video.retried_too_often')
        const fresh = { state: 'queued' as const, step: 'Received', reason_code: null, percent_complete: 0 }
        const next = { ...fresh, retries: row.retries + 1 }
        await videoTables(trx).updateTable('videos').set(next).where('uid', '=', uid).execute()
        await jobs.enqueueInTurn(trx, measureJob, [{ uid }], turnsOf(row))
        await announce(events, trx, { ...row, ...next })
        return library.shape({ ...row, ...next })
      })
    },

    async originalOf(account, uid) {
      const row = await findVideoRow(db, uid)
      const isThere = row !== undefined && mayOwn(account, row) && row.received_at !== null
      const key = `originals/${uid}`
      const found = isThere ? await storage.stat(key) : null
      return found && { sizeBytes: found.sizeBytes, read: () => storage.read(key) }
    },

    async beginningOf(uid) {
      const row = await findVideoRow(db, uid)
      if (row?.state !== 'ready') return null
      const [smallest] = (await renditionsOf(db, uid)).toSorted(
        (one, other) => one.width * one.height - other.width * other.height,
      )
      if (!smallest || row.duration_seconds === null) return null
      const count = smallest.segment_frames?.length
      const address = (name: string) => `${baseOf(row)}/media/${uid}/${smallest.id}/${name}`
      const { init, segments } = beginningNamesOf(smallest, Math.min(count ?? 1, BEGINNING_SEGMENTS))
      return {
        codecs: smallest.codecs,
        init: address(init),
        segments: segments.map(address),
        isWhole: count !== undefined && count <= BEGINNING_SEGMENTS,
        durationSeconds: row.duration_seconds,
      }
    },

    async endUpload(uid, reason) {
      await db.transaction().execute((trx) => library.endUpload(trx, uid, reason))
    },
  }
  return host
}

/**
 * Where media lie: what is everybody's at the CDN, if there is one. What is not is fetched from here, as its owner's cookie
 * goes nowhere else.
 */
function mediaBase(mediaBaseUrl: string | null): (row: VideoRow) => string {
  return (row) => (row.is_published && row.state === 'ready' && mediaBaseUrl) || ''
}

function embeddedPlayback(baseOf: (row: VideoRow) => string): (row: VideoRow) => Playback {
  return (row) => {
    const address = (name: string | null) => (name === null ? null : `${baseOf(row)}/media/${row.uid}/${name}`)
    return {
      hls: address(row.master_name),
      poster: address(row.chosen_poster_name ?? row.poster_name),
      preview: address(row.preview_name),
      storyboard: address(row.storyboard_name),
    }
  }
}
