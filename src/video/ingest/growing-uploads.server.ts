import { constants } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { isMissing } from '#platform/disk-folders.server.ts'
import type { DiskStorage } from '#platform/disk-storage.server.ts'
import { originalKey, unfinishedFolder, unfinishedKey } from '../stored-objects.ts'
import { appendBytes } from './append-bytes.server.ts'
import type { UploadFiles } from './upload-files.ts'

/** Stored beside the files of unfinished uploads, so that expired ones can be removed without the database. */
interface Marker {
  expiresAt: string
  /** Declared size: a file of this size is complete, and must not be removed. */
  sizeBytes: number
}

/** Clocks of nodes differ, and the last bytes before the end may still be on their way to the disk. */
const GRACE_MS = 10 * 60_000

export interface GrowingUploads extends UploadFiles {
  /** Path of the file of an upload. */
  pathOf(uid: string): string
}

/**
 * Uploads as files on the disk that is the storage: each grows at its final place while bytes arrive.
 * @param disk shared by all nodes that receive the bytes of one upload
 */
export function createGrowingUploads(disk: DiskStorage): GrowingUploads {
  const pathOf = (uid: string) => disk.pathOf(originalKey(uid))

  async function receivedBytes(uid: string): Promise<number | null> {
    try {
      return (await stat(pathOf(uid))).size
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  return {
    pathOf,
    growingFile: async (uid) => pathOf(uid),
    growingDiskBytes: () => 0,
    async create(uid, { expiresAt, sizeBytes }) {
      const marker: Marker = { expiresAt: expiresAt.toISOString(), sizeBytes }
      await disk.putText(unfinishedKey(uid), JSON.stringify(marker))
      await disk.createEmpty(originalKey(uid))
    },
    receivedBytes,
    append: (uid, bytes, { offset, through }) => appendBytes(bytes, pathOf(uid), offset, through),
    empty: (uid) => emptyFile(pathOf(uid)),
    async complete(uid) {
      await syncFile(pathOf(uid))
      // Before the upload counts as complete, since its marker may state another size.
      await disk.remove(unfinishedKey(uid))
    },
    async remove(uid) {
      await disk.remove(originalKey(uid))
      await disk.remove(unfinishedKey(uid))
    },
    async removeExpired(now) {
      let removed = 0
      for (const uid of await disk.children(unfinishedFolder)) {
        const marker = await readMarker(disk, uid)
        if (marker === null || !(Date.parse(marker.expiresAt) + GRACE_MS <= now.getTime())) continue
        const found = await receivedBytes(uid)
        if (found === marker.sizeBytes) continue
        if (found !== null) removed += 1
        await disk.remove(originalKey(uid))
        await disk.remove(unfinishedKey(uid))
      }
      return removed
    },
    isAwaited: async () => false,
    async cleanUp() {},
    diskBytesFor: (sizeBytes) => sizeBytes,
    freeBytes: () => disk.freeBytes(),
    sizeBytes: () => disk.sizeBytes(),
  }
}

async function readMarker(disk: DiskStorage, uid: string): Promise<Marker | null> {
  try {
    return JSON.parse(await text(await disk.read(unfinishedKey(uid)))) as Marker
  } catch {
    // Another process has finished or removed it, or it is not one of ours.
    return null
  }
}

/** @throws ENOENT when it was removed: it would come back without a row */
async function emptyFile(path: string): Promise<void> {
  const file = await open(path, constants.O_WRONLY | constants.O_TRUNC)
  await file.close()
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
