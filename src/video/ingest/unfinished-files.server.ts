import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { syncFolder } from '#platform/atomic-file.server.ts'
import type { DiskStorage } from '#platform/disk-storage.server.ts'
import { originalKey, unfinishedKey } from '../stored-objects.ts'

/** Stored beside the files of unfinished uploads, so that expired ones can be removed without the database. */
interface Marker {
  expiresAt: string
  /** Declared size: a file of this size is complete, and must not be removed. */
  sizeBytes: number
}

/** Sorts after `originals`: a backup that copies the folders in order has no marker of a complete file. */
const FOLDER = 'unfinished'
/** Clocks of nodes differ, and the last bytes before the end may still be on their way to the disk. */
const GRACE_MS = 10 * 60_000

/** Called before the file exists. */
export async function markUnfinished(
  storage: DiskStorage,
  uid: string,
  { expiresAt, sizeBytes }: { expiresAt: Date; sizeBytes: number },
): Promise<void> {
  const marker: Marker = { expiresAt: expiresAt.toISOString(), sizeBytes }
  await storage.putText(unfinishedKey(uid), JSON.stringify(marker))
}

/** Called before a file counts as complete; survives a power cut. */
export async function unmarkUnfinished(storage: DiskStorage, uid: string): Promise<void> {
  const path = storage.pathOf(unfinishedKey(uid))
  await rm(path, { force: true })
  await syncFolder(dirname(path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

/**
 * Removes the files of expired uploads by their markers alone. Their rows expire separately.
 * @returns how many files were removed
 */
export async function removeExpiredFiles(storage: DiskStorage, now: Date): Promise<number> {
  let removed = 0
  for (const uid of await storage.children(FOLDER)) {
    const marker = await readMarker(storage, uid)
    if (marker === null || !(Date.parse(marker.expiresAt) + GRACE_MS <= now.getTime())) continue
    const found = await storage.stat(originalKey(uid))
    if (found?.sizeBytes === marker.sizeBytes) continue
    if (found) removed += 1
    await storage.remove(originalKey(uid))
    await storage.remove(unfinishedKey(uid))
  }
  return removed
}

async function readMarker(storage: DiskStorage, uid: string): Promise<Marker | null> {
  try {
    return JSON.parse(await text(await storage.read(unfinishedKey(uid)))) as Marker
  } catch {
    // Another process has finished or removed it, or it is not one of ours.
    return null
  }
}
