import { createWriteStream } from 'node:fs'
import { copyFile, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Account } from '#identity/account.ts'
import type { Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { IMAGE_MAX_BYTES } from '#platform/image-upload.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Emit } from '#platform/room-events.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { transact } from '#platform/transact.server.ts'
import type { PosterFiles } from '../encode/still-transitions.server.ts'
import type { VideoLibraryParts } from '../library-parts.ts'
import { readMediaPlaylist } from '../media/hls/media-playlist.ts'
import { withFittedImage, withImageSlot } from '../media/stills/encode-image.server.ts'
import { webpSize } from '../media/stills/image-format.ts'
import { makeStill } from '../media/stills/still.server.ts'
import { largeImageBox, largePosterBox, type PosterChoice, posterBox } from '../poster.ts'
import { fileNameOf, largePosterNameOf, mediaKey } from '../stored-objects.ts'
import type { Video } from '../video.ts'
import { emitVideoEvent } from '../video-events.server.ts'
import { posterChosen } from '../video-host.ts'
import { coverJob, MEDIA_CLEANUP_DELAY_SECONDS, mediaCleanupJob, smallPostersJob } from '../video-jobs.ts'
import type { VideoLibrary } from '../video-library.server.ts'
import {
  lockVideoRow,
  playlistOf,
  type RenditionRow,
  renditionsOf,
  type VideoRow,
  videoTables,
} from '../video-rows.server.ts'

export interface PosterChoiceParts extends VideoLibraryParts {
  emit: Emit
  storage: ObjectStorage
  library: Pick<VideoLibrary, 'ownRow' | 'shape'>
  /** Local folder for attempts. */
  scratchDir: string
  /** Runs work with an empty local folder. */
  withScratchFolder<Result>(work: (dir: string) => Promise<Result>): Promise<Result>
}

/** A still is taken from the smallest rendition that is at least this long on one side. */
const STILL_SIDE_PIXELS = 1280
/** How often a poster is stored that a cleanup removes before its row names it. */
const STORE_ATTEMPTS = 3

/** Posters chosen by creators, shown instead of the automatic one, which is retained. */
export function createPosterChoice(parts: PosterChoiceParts) {
  const { db, clock, jobs, events, emit, storage, library, scratchDir, withScratchFolder } = parts

  /** @throws Refusal video.not_found */
  async function lockRow(trx: Trx, uid: string): Promise<VideoRow> {
    const row = await lockVideoRow(trx, uid)
    if (!row) throw new Refusal('video.not_found')
    return row
  }

  /** Sets the chosen poster, or removes it, and emits the events. */
  async function setPoster(trx: Trx, row: VideoRow, name: string | null, large: string | null): Promise<Video> {
    const changes = {
      chosen_poster_name: name,
      large_chosen_poster_name: large,
      cover_name: null,
      small_posters_name: null,
      updated_at: clock.now(),
    }
    await videoTables(trx).updateTable('videos').set(changes).where('uid', '=', row.uid).execute()
    if (row.nsfw_episode_id !== null) await jobs.enqueue(trx, coverJob, { uid: row.uid })
    await jobs.enqueue(trx, smallPostersJob, { uid: row.uid })
    await emitVideoEvent(events, trx, row)
    if (name !== null) await emit(trx, posterChosen, { uid: row.uid })
    return library.shape({ ...row, ...changes })
  }

  async function storePoster(uid: string, made: PosterFiles | null): Promise<Video> {
    // Enqueued before anything is stored, so a process that dies in between leaves no orphan. It also removes the previous
    // poster, once pages no longer show it.
    await jobs.enqueue(db, mediaCleanupJob, { uid }, { startAfterSeconds: MEDIA_CLEANUP_DELAY_SECONDS })
    if (made === null) return await transact(db, async (trx) => setPoster(trx, await lockRow(trx, uid), null, null))
    for (let attempt = 0; attempt < STORE_ATTEMPTS; attempt++) {
      const name = fileNameOf('chosenPoster', newId())
      const large = made.large === null ? null : largePosterNameOf(name)
      const keys = [await putCopy(uid, name, made.poster)]
      if (made.large !== null && large !== null) keys.push(await putCopy(uid, large, made.large))
      const named = await transact(db, async (trx) => {
        const row = await lockRow(trx, uid)
        // A cleanup in between removes a file that no row names yet; one that comes now waits for the lock.
        const stats = await Promise.all(keys.map((key) => storage.stat(key)))
        return stats.includes(null) ? null : await setPoster(trx, row, name, large)
      })
      if (named) return named
    }
    throw new Error('Cleanup has removed the poster each time that it was stored.')
  }

  /** Stores a file, which storing may take, under a name. @returns its key */
  async function putCopy(uid: string, name: string, path: string): Promise<string> {
    const key = mediaKey(uid, name)
    const copy = `${path}.copy`
    await copyFile(path, copy)
    await storage.putFile(key, copy)
    return key
  }

  async function putImage(row: VideoRow, image: Pick<Blob, 'size' | 'bytes'>): Promise<Video> {
    if (image.size === 0) throw new Refusal('video.poster_missing', { field: 'poster' })
    if (image.size > IMAGE_MAX_BYTES) throw new Refusal('video.poster_too_large', { field: 'poster' })
    const shape = { width: row.width ?? 16, height: row.height ?? 9 }
    const drawn = await withFittedImage(scratchDir, image, posterBox(shape, true), (poster) =>
      withFittedImage(scratchDir, image, largeImageBox(shape), async (large) => {
        const isLarger = widthOf(await readFile(large)) > widthOf(await readFile(poster))
        return await storePoster(row.uid, { poster, large: isLarger ? large : null })
      }),
    )
    const stored = drawn.ok ? drawn.result : drawn
    if (!stored.ok) throw new Refusal(`video.poster_${stored.why}`, { field: 'poster' })
    return stored.result
  }

  async function putFrame(row: VideoRow, atSeconds: number): Promise<Video> {
    const length = row.duration_seconds ?? 0
    if (!(atSeconds >= 0 && atSeconds <= length)) throw new Refusal('video.poster_time_invalid', { field: 'atSeconds' })
    const rendition = sharpEnough(await renditionsOf(db, row.uid))
    // Only a part of the video plays so far.
    if (!rendition) throw new Refusal('video.poster_too_early')
    return await withScratchFolder(async (dir) => {
      const { name, seconds, startSeconds } = await fetchSegment(row.uid, rendition, atSeconds, dir)
      const still = (box: { width: number; height: number }) =>
        withImageSlot(() => makeStill({ dir, name, seconds }, atSeconds - startSeconds, box))
      const largeBox = largePosterBox(rendition)
      const large = largeBox && join(dir, 'large.webp')
      if (largeBox && large) await rename(await still(largeBox), large)
      return await storePoster(row.uid, { poster: await still(posterBox(rendition)), large })
    })
  }

  /** Writes the init segment and the segment that contains a moment to one file. */
  async function fetchSegment(uid: string, rendition: RenditionRow, atSeconds: number, dir: string) {
    const folder = mediaKey(uid, rendition.id)
    const playlist = readMediaPlaylist(await text(await storage.read(`${folder}/${playlistOf(rendition)}`)))
    if (!playlist) throw new Error(`The playlist of rendition ${rendition.id} cannot be read.`)
    let startSeconds = 0
    let chosen = playlist.segments[0]!
    let at = 0
    for (const segment of playlist.segments) {
      if (at <= atSeconds) {
        chosen = segment
        startSeconds = at
      }
      at += segment.seconds
    }
    const name = 'segment.mp4'
    for (const [part, flags] of [
      [playlist.init, 'w'],
      [chosen.uri, 'a'],
    ] as const)
      await pipeline(await storage.read(`${folder}/${part}`), createWriteStream(join(dir, name), { flags }))
    return { name, seconds: chosen.seconds, startSeconds }
  }

  return {
    /** @see VideoHost.choosePoster */
    async choosePoster(account: Account, uid: string, choice: PosterChoice): Promise<Video> {
      const row = await library.ownRow(account, uid)
      if (row.state !== 'ready') throw new Refusal('video.poster_too_early')
      return 'image' in choice ? await putImage(row, choice.image) : await putFrame(row, choice.atSeconds)
    },

    /** Sets the frame at a moment of a playable video. @throws Refusal video.poster_too_early, video.poster_time_invalid */
    async chooseFrame(row: VideoRow, atSeconds: number): Promise<void> {
      await putFrame(row, atSeconds)
    },

    /** @see VideoHost.dropPoster */
    async dropPoster(account: Account, uid: string): Promise<Video> {
      const row = await library.ownRow(account, uid)
      return row.chosen_poster_name === null ? library.shape(row) : await storePoster(uid, null)
    },
  }
}

/** Width of a WebP of ours, in pixels. */
const widthOf = (webp: Buffer): number => webpSize(webp)?.width ?? 0

/** @param renditions largest first; returns undefined without any */
function sharpEnough(renditions: RenditionRow[]): RenditionRow | undefined {
  const isSharp = ({ width, height }: RenditionRow) => Math.max(width, height) >= STILL_SIDE_PIXELS
  return renditions.findLast(isSharp) ?? renditions[0]
}
