import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { syncFolder } from '#platform/atomic-file.server.ts'
import type { DiskStorage } from '#platform/disk-storage.server.ts'

/** A note beside the files of unfinished uploads, so that expired ones can be removed while there is no database. */
interface Note {
  expiresAt: string
  /** What was declared: a file that has it is whole, and nobody's to remove. */
  sizeBytes: number
}

/** A name that comes behind `originals`: a backup that copies the folders in order has no note of a file that is whole. */
const FOLDER = 'unfinished'
/** Clocks of nodes differ, and the last bytes before the end may still be on their way to the disk. */
const GRACE_MS = 10 * 60_000

const keyOf = (uid: string) => `${FOLDER}/${uid}`

/** To be called before the file exists. */
export async function noteUnfinished(
  storage: DiskStorage,
  uid: string,
  { expiresAt, sizeBytes }: { expiresAt: Date; sizeBytes: number },
): Promise<void> {
  const note: Note = { expiresAt: expiresAt.toISOString(), sizeBytes }
  await storage.putText(keyOf(uid), JSON.stringify(note))
}

/** To be called before a file counts as whole; survives a power cut. */
export async function forgetUnfinished(storage: DiskStorage, uid: string): Promise<void> {
  const path = storage.pathOf(keyOf(uid))
  await rm(path, { force: true })
  await syncFolder(dirname(path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

/**
 * Removes the files of uploads whose time is over, by what is noted beside them alone. Their rows end by themselves.
 * @returns how many files are gone
 */
export async function removeExpiredFiles(storage: DiskStorage, now: Date): Promise<number> {
  let removed = 0
  for (const uid of await storage.children(FOLDER)) {
    const note = await readNote(storage, uid)
    if (note === null || !(Date.parse(note.expiresAt) + GRACE_MS <= now.getTime())) continue
    const found = await storage.stat(`originals/${uid}`)
    if (found?.sizeBytes === note.sizeBytes) continue
    if (found) removed += 1
    await storage.remove(`originals/${uid}`)
    await storage.remove(keyOf(uid))
  }
  return removed
}

async function readNote(storage: DiskStorage, uid: string): Promise<Note | null> {
  try {
    return JSON.parse(await text(await storage.read(keyOf(uid)))) as Note
  } catch {
    // Another process has finished or removed it meanwhile, or it is none of ours.
    return null
  }
}
