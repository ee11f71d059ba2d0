import { text } from 'node:stream/consumers'
import type { Log } from '#platform/log.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { transact } from '#platform/transact.server.ts'
import type { UploadFiles } from '../ingest/upload-files.ts'
import { readMediaPlaylist } from '../media/hls/media-playlist.ts'
import { namedObjectsOf, publishedRenditionsOf } from '../named-objects.server.ts'
import { removeRetired } from '../retired-rows.server.ts'
import { mediaFolder, mediaKey, namesInRendition, originalKey } from '../stored-objects.ts'
import { RETIRED_RETENTION_SECONDS } from '../video-jobs.ts'
import { lockVideoRow, removeErasure, uidsToErase } from '../video-rows.server.ts'
import { createOrphans } from './orphans.server.ts'
import { createUnfinishedUploads, type UnfinishedUploadsParts } from './unfinished-uploads.server.ts'

export interface CleanupParts extends Omit<UnfinishedUploadsParts, 'mostPerRun'> {
  storage: ObjectStorage
  uploadFiles: Pick<UploadFiles, 'cleanUp' | 'complete' | 'isAwaited' | 'receivedBytes' | 'remove'>
  log: Log
  /** Maximum number of items of each kind that one run cleans up; 500 by default. */
  mostPerRun?: number
}

const STALE_TEMPORARY_MS = 10 * 60 * 1000
const MOST_PER_RUN = 500

/** Keeps storage and rows consistent: removed videos, unnamed files, and uploads that were never finished. */
export function createCleanup(parts: CleanupParts) {
  const { db, clock, storage, uploadFiles, log, mostPerRun = MOST_PER_RUN } = parts
  const orphans = createOrphans({ db, storage, clock, log })
  const unfinished = createUnfinishedUploads({ ...parts, mostPerRun })

  /** Removes a video's bytes, unless its row still needs them. */
  async function erase(uid: string): Promise<void> {
    const isGone = await transact(db, async (trx) => {
      const row = await lockVideoRow(trx, uid)
      // Under the lock of the row, since a retry would need them.
      if (row?.state === 'error') await removeBytes(uid)
      return row === undefined
    })
    // A uid is never used again, so nothing can need them.
    if (!isGone) return
    await removeBytes(uid)
    await removeErasure(db, uid)
  }

  async function removeBytes(uid: string): Promise<void> {
    await uploadFiles.remove(uid)
    await storage.remove(originalKey(uid))
    await storage.removeFolder(mediaFolder(uid))
  }

  /** Erases videos whose rows were deleted by hand, without a job, or whose jobs used up their attempts. */
  async function eraseLeftovers(): Promise<void> {
    for (const uid of await uidsToErase(db, mostPerRun)) {
      // One failure does not delay the others.
      await erase(uid).catch((error) => log.error({ err: error, uid }, 'storage: a deleted video could not be erased'))
    }
  }

  /**
   * Removes media that no row names. Locks the row while it does: an attempt that names its files afterwards notices their
   * loss, which it could not if they were removed after the commit. Files stored after the start are left to the cleanup
   * that their attempt enqueues.
   */
  async function cleanUpMedia(uid: string): Promise<void> {
    const stored = await storage.children(mediaFolder(uid))
    const isThere = await transact(db, async (trx) => {
      const row = await lockVideoRow(trx, uid)
      if (!row) return false
      await removeRetired(trx, uid, new Date(clock.now().getTime() - RETIRED_RETENTION_SECONDS * 1000))
      const wanted = await namedObjectsOf(trx, row)
      for (const name of stored) if (!wanted.has(name)) await storage.removeFolder(mediaKey(uid, name))
      return true
    })
    if (!isThere) return await erase(uid)
    for (const { id, playlist, isPlaylistNamed } of await publishedRenditionsOf(db, uid))
      if (isPlaylistNamed) await removeStaleAttempts(mediaKey(uid, id), playlist)
  }

  /** Removes objects that late attempts stored beside those of a complete rendition, to which none is ever added. */
  async function removeStaleAttempts(folder: string, playlistName: string): Promise<void> {
    const playlist = readMediaPlaylist(await text(await storage.read(`${folder}/${playlistName}`)))
    if (!playlist) throw new Error(`The playlist ${folder}/${playlistName} cannot be read.`)
    const wanted = namesInRendition(playlistName, playlist)
    for (const name of await storage.children(folder)) {
      if (!wanted.has(name)) await storage.removeFolder(`${folder}/${name}`)
    }
  }

  async function cleanUpAll(): Promise<void> {
    await unfinished.cleanUp()
    await eraseLeftovers()
    await orphans.cleanUp()
    await uploadFiles.cleanUp(STALE_TEMPORARY_MS)
    await storage.cleanUp(STALE_TEMPORARY_MS, uploadFiles.isAwaited)
  }

  return { erase, cleanUpMedia, cleanUpAll }
}
