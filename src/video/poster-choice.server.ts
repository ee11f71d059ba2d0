import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Account } from '#identity/account.ts'
import type { Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { drawInTurn, lendFittedPicture } from './ffmpeg/drawn-picture.server.ts'
import { readMediaPlaylist } from './ffmpeg/media-playlist.ts'
import { makeStill } from './ffmpeg/still.server.ts'
import { POSTER_MAX_BYTES, type PosterChoice, posterBox } from './poster.ts'
import type { Video } from './video.ts'
import { TIDY_AFTER_SECONDS, tidyJob } from './video-jobs.ts'
import type { LibraryParts, VideoLibrary } from './video-library.server.ts'
import { announce } from './video-news.server.ts'
import {
  lockVideoRow,
  playlistOf,
  type RenditionRow,
  renditionsOf,
  type VideoRow,
  videoTables,
} from './video-rows.server.ts'

export interface PosterChoiceParts extends LibraryParts {
  storage: ObjectStorage
  library: Pick<VideoLibrary, 'ownRow' | 'shape'>
  /** Local folder for attempts. */
  scratchDir: string
  /** Lends an empty local folder. */
  lendFolder<Result>(work: (dir: string) => Promise<Result>): Promise<Result>
}

/** A still is taken from the smallest rendition that is at least this long on one side. */
const STILL_SIDE_PIXELS = 1280

/** A picture that its creator chose in front of the automatic one, which stays. */
export function createPosterChoice(parts: PosterChoiceParts) {
  const { db, clock, jobs, events, storage, library, scratchDir, lendFolder } = parts

  /** Puts a finished picture in place, or takes it away, and announces that. */
  async function show(trx: Trx, uid: string, path: string | null): Promise<Video> {
    // Holding the row: tidying, which takes what nothing names, waits.
    const row = await lockVideoRow(trx, uid)
    if (!row) throw new Refusal('video.not_found')
    const name = path && `poster-${newId()}.webp`
    if (path) await storage.putFile(`media/${uid}/${name}`, path)
    const changes = { chosen_poster_name: name, updated_at: clock.now() }
    await videoTables(trx).updateTable('videos').set(changes).where('uid', '=', uid).execute()
    await announce(events, trx, row)
    return library.shape({ ...row, ...changes })
  }

  async function put(uid: string, path: string | null): Promise<Video> {
    // Before anything is stored, so that a process that dies in between leaves nothing for ever. It takes the last one too,
    // when pages that show it have gone.
    await jobs.enqueue(db, tidyJob, { uid }, { startAfterSeconds: TIDY_AFTER_SECONDS })
    return await db.transaction().execute((trx) => show(trx, uid, path))
  }

  async function putPicture(row: VideoRow, picture: Pick<Blob, 'size' | 'bytes'>): Promise<Video> {
    if (picture.size === 0) throw new Refusal('video.poster_missing', { field: 'poster' })
    if (picture.size > POSTER_MAX_BYTES) throw new Refusal('video.poster_too_large', { field: 'poster' })
    const box = posterBox({ width: row.width ?? 16, height: row.height ?? 9 }, true)
    const drawn = await lendFittedPicture(scratchDir, picture, box, (path) => put(row.uid, path))
    if (!drawn.ok) throw new Refusal(`video.poster_${drawn.why}`, { field: 'poster' })
    return drawn.result
  }

  async function putFrame(row: VideoRow, atSeconds: number): Promise<Video> {
    const length = row.duration_seconds ?? 0
    if (!(atSeconds >= 0 && atSeconds <= length)) throw new Refusal('video.poster_time_invalid', { field: 'atSeconds' })
    const rendition = sharpEnough(await renditionsOf(db, row.uid))
    // Only its beginning plays so far.
    if (!rendition) throw new Refusal('video.poster_too_early')
    return await lendFolder(async (dir) => {
      const { name, seconds, startSeconds } = await fetchSegment(row.uid, rendition, atSeconds, dir)
      const still = await drawInTurn(() =>
        makeStill({ dir, name, seconds }, atSeconds - startSeconds, posterBox(rendition)),
      )
      return await put(row.uid, still)
    })
  }

  /** The one segment that a moment lies in, behind its head, as a file. */
  async function fetchSegment(uid: string, rendition: RenditionRow, atSeconds: number, dir: string) {
    const folder = `media/${uid}/${rendition.id}`
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
      return 'picture' in choice ? await putPicture(row, choice.picture) : await putFrame(row, choice.atSeconds)
    },

    /** The frame at a moment of a video that plays. @throws Refusal video.poster_too_early, video.poster_time_invalid */
    async chooseFrame(row: VideoRow, atSeconds: number): Promise<void> {
      await putFrame(row, atSeconds)
    },

    /** @see VideoHost.dropPoster */
    async dropPoster(account: Account, uid: string): Promise<Video> {
      const row = await library.ownRow(account, uid)
      return row.chosen_poster_name === null ? library.shape(row) : await put(uid, null)
    },
  }
}

/** @param renditions the largest first; undefined when there is none */
function sharpEnough(renditions: RenditionRow[]): RenditionRow | undefined {
  const isSharp = ({ width, height }: RenditionRow) => Math.max(width, height) >= STILL_SIDE_PIXELS
  return renditions.findLast(isSharp) ?? renditions[0]
}
