import { open } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { DiskStorage } from '#platform/disk-storage.server.ts'
import { newId } from '#platform/ids.server.ts'
import { ObjectMissing, type ObjectStorage } from '#platform/storage.server.ts'
import { originalKey, originalsFolder, unfinishedFolder, unfinishedKey } from '../stored-objects.ts'

/**
 * The files of uploads on a local disk: each grows while bytes arrive. A complete one becomes the original of its video
 * in the object storage.
 */
export interface UploadFiles {
  /** Folder of the files, each named after its video. */
  readonly dir: string
  pathOf(uid: string): string
  /** Creates an empty file, with a marker that says until when it may be unfinished. */
  create(uid: string, upload: { expiresAt: Date; sizeBytes: number }): Promise<void>
  /** Bytes received so far; those of the original once the upload is complete; null when there are none. */
  receivedBytes(uid: string): Promise<number | null>
  /** Makes a complete file the original, to survive a power cut. May be repeated. */
  complete(uid: string): Promise<void>
  /** Removes a file and its marker; the original stays where it is another object. */
  remove(uid: string): Promise<void>
  /**
   * Removes the files of expired uploads by their markers alone, without the database. Their rows expire separately.
   * @returns how many files were removed
   */
  removeExpired(now: Date): Promise<number>
  /** Free space on the disk. */
  freeBytes(): Promise<number>
  /** Total size of the disk. */
  sizeBytes(): Promise<number>
}

/** Stored beside the files of unfinished uploads, so that expired ones can be removed without the database. */
interface Marker {
  expiresAt: string
  /** Declared size: a file of this size is complete, and must not be removed. */
  sizeBytes: number
}

/** Clocks of nodes differ, and the last bytes before the end may still be on their way to the disk. */
const GRACE_MS = 10 * 60_000

/**
 * @param disk shared by all nodes that receive the bytes of one upload
 * @param storage the same disk, on which files are already in their final place, or any other storage, to which complete
 *   files are moved
 */
export function createUploadFiles(disk: DiskStorage, storage: ObjectStorage): UploadFiles {
  const isInPlace = storage === disk
  const pathOf = (uid: string) => disk.pathOf(originalKey(uid))

  async function sizeOf(uid: string): Promise<number | null> {
    return (await disk.stat(originalKey(uid)))?.sizeBytes ?? null
  }

  async function moveToStorage(uid: string): Promise<void> {
    // Storing may take the file that it is given, and the upload's own stays until it is stored.
    const name = `temporary/${newId()}`
    try {
      await disk.fetchToFile(originalKey(uid), disk.pathOf(name))
      await storage.putFile(originalKey(uid), disk.pathOf(name))
      await disk.remove(originalKey(uid))
    } catch (error) {
      // Moved already, perhaps by another process.
      if (!(error instanceof ObjectMissing)) throw error
    } finally {
      await disk.remove(name)
    }
  }

  return {
    dir: disk.pathOf(originalsFolder),
    pathOf,
    async create(uid, { expiresAt, sizeBytes }) {
      const marker: Marker = { expiresAt: expiresAt.toISOString(), sizeBytes }
      await disk.putText(unfinishedKey(uid), JSON.stringify(marker))
      await disk.createEmpty(originalKey(uid))
    },
    async receivedBytes(uid) {
      const found = await sizeOf(uid)
      return found === null && !isInPlace ? ((await storage.stat(originalKey(uid)))?.sizeBytes ?? null) : found
    },
    async complete(uid) {
      if (isInPlace) await syncFile(pathOf(uid))
      else await moveToStorage(uid)
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
        const found = await sizeOf(uid)
        if (found === marker.sizeBytes) continue
        if (found !== null) removed += 1
        await disk.remove(originalKey(uid))
        await disk.remove(unfinishedKey(uid))
      }
      return removed
    },
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

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
