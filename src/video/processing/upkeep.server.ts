import { stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Locks } from '#platform/locks.server.ts'
import type { Log } from '#platform/log.server.ts'
import { av1RenditionsOf } from '../av1-rows.server.ts'
import { plannedNamesOf } from '../chunk-rows.server.ts'
import type { EmbeddedHost } from '../embedded-host.server.ts'
import { readMediaPlaylist } from '../ffmpeg/media-playlist.ts'
import type { FinishParts } from '../upload/finish-upload.server.ts'
import { finishUpload } from '../upload/finish-upload.server.ts'
import { forgetUnfinished } from '../upload/unfinished-files.server.ts'
import { lockVideoRow, mediaNamesOf, noteErased, renditionsOf, uidsToErase, videoTables } from '../video-rows.server.ts'
import { GROWING_PLAYLIST } from './chunk-outcomes.server.ts'
import { createOrphans } from './orphans.server.ts'

export interface UpkeepParts extends FinishParts {
  locks: Locks
  host: Pick<EmbeddedHost, 'endUpload'>
  log: Log
  /** Of each kind of thing that is cleaned up, in one run; 500 unless told. */
  mostPerRun?: number
}

const STALE_TEMPORARY_MS = 10 * 60 * 1000
const MOST_PER_RUN = 500
/** So long may somebody go on writing behind the time of an upload. */
const LONGEST_WRITE_MS = 24 * 60 * 60 * 1000

/** Keeps storage and rows saying the same: what is removed, what was forgotten, what was never finished. */
export function createUpkeep(parts: UpkeepParts) {
  const { db, clock, storage, locks, host, log, mostPerRun = MOST_PER_RUN } = parts
  const orphans = createOrphans({ db, storage, clock, log })
  /** How far the last run has looked for finished uploads; the next one goes on behind it. */
  let lookedUntil = ''

  /** Removes a video's bytes, unless its row says that they are wanted. Holds the row, so that nobody wants them meanwhile. */
  async function erase(uid: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const row = await lockVideoRow(trx, uid)
      if (row && row.state !== 'error') return
      await storage.remove(`originals/${uid}`)
      await forgetUnfinished(storage, uid)
      await storage.removeFolder(`media/${uid}`)
      if (!row) await noteErased(trx, uid)
    })
  }

  /** For rows deleted by hand, which have no job, and for jobs that used up their attempts. */
  async function eraseForgotten(): Promise<void> {
    for (const uid of await uidsToErase(db, mostPerRun)) {
      // One that cannot be erased does not hold up the others.
      await erase(uid).catch((error) => log.error({ err: error, uid }, 'storage: a deleted video could not be erased'))
    }
  }

  /** Removes media that no row names. Holds the row: what is stored but not yet named is missed by whoever names it. */
  async function tidy(uid: string): Promise<void> {
    const isThere = await db.transaction().execute(async (trx) => {
      const row = await lockVideoRow(trx, uid)
      if (!row) return false
      const renditions = [
        ...(await renditionsOf(trx, uid)).map(({ id, file_names }) => ({ id, playlist: file_names?.[0] })),
        ...(await av1RenditionsOf(trx, uid)),
      ]
      const planned = await plannedNamesOf(trx, uid)
      const wanted = new Set([...mediaNamesOf(row), ...renditions.map((each) => each.id), ...planned])
      for (const name of await storage.children(`media/${uid}`)) {
        if (!wanted.has(name)) await storage.removeFolder(`media/${uid}/${name}`)
      }
      for (const { id, playlist } of renditions) if (playlist) await tidyAttempts(`media/${uid}/${id}`, playlist)
      return true
    })
    if (!isThere) await erase(uid)
  }

  /** Removes what late attempts put beside the files of a rendition that is whole. */
  async function tidyAttempts(folder: string, playlistName: string): Promise<void> {
    const playlist = readMediaPlaylist(await text(await storage.read(`${folder}/${playlistName}`)))
    if (!playlist) throw new Error(`The playlist ${folder}/${playlistName} cannot be read.`)
    const named = [playlist.init, ...playlist.segments.map(({ uri }) => uri)].map((name) => name.replace(/\/.*/, ''))
    const wanted = new Set([playlistName, GROWING_PLAYLIST, ...named])
    for (const name of await storage.children(folder)) {
      if (!wanted.has(name)) await storage.removeFolder(`${folder}/${name}`)
    }
  }

  async function expireAbandoned(): Promise<void> {
    const abandoned = await videoTables(db)
      .selectFrom('videos')
      .select(['uid', 'size_bytes', 'upload_expires_at'])
      .where('state', '=', 'pendingupload')
      .where('upload_expires_at', '<=', clock.now())
      .orderBy('upload_expires_at')
      .limit(mostPerRun)
      .execute()
    for (const { uid, size_bytes, upload_expires_at } of abandoned) {
      // What has arrived was acknowledged, and does not expire.
      if (await finishIfWhole(uid, size_bytes)) continue
      const held = await locks.tryHold(`upload ${uid}`)
      // Bytes come at this moment; not for ever, though.
      if (!held && clock.now().getTime() - upload_expires_at.getTime() < LONGEST_WRITE_MS) continue
      await host.endUpload(uid, 'upload_expired').finally(() => held?.release())
    }
  }

  /** A process may have died between the last byte and writing that down, and its client may never ask again. */
  async function finishForgotten(): Promise<void> {
    const pending = await videoTables(db)
      .selectFrom('videos')
      .select(['uid', 'size_bytes'])
      .where('state', '=', 'pendingupload')
      .where('uid', '>', lookedUntil)
      .orderBy('uid')
      .limit(mostPerRun)
      .execute()
    lookedUntil = pending.length < mostPerRun ? '' : (pending.at(-1)?.uid ?? '')
    for (const { uid, size_bytes } of pending) await finishIfWhole(uid, size_bytes)
  }

  /** @returns whether it is whole; another process may be the one that finishes it */
  async function finishIfWhole(uid: string, sizeBytes: number): Promise<boolean> {
    const path = storage.pathOf(`originals/${uid}`)
    const found = await stat(path).catch(() => null)
    if (found?.size !== sizeBytes) return false
    const held = await locks.tryHold(`upload ${uid}`)
    if (held) await finishUpload(parts, uid, path).finally(() => held.release())
    return true
  }

  async function sweep(): Promise<void> {
    await finishForgotten()
    await expireAbandoned()
    await eraseForgotten()
    await orphans.sweep()
    await storage.tidy(STALE_TEMPORARY_MS)
  }

  return { erase, tidy, sweep }
}
