import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder, syncFolder } from './atomic-file.server.ts'
import { type Disk, isMissing, pathOf } from './disk-folders.server.ts'
import { newId } from './ids.server.ts'

export async function removeObject(disk: Disk, key: string): Promise<void> {
  await rm(pathOf(disk, key), { force: true })
  await syncRemoval(pathOf(disk, key))
}

export async function removeFolder(disk: Disk, folder: string): Promise<void> {
  await rm(pathOf(disk, folder), { recursive: true, force: true })
  await syncRemoval(pathOf(disk, folder))
}

export async function discard(disk: Disk, key: string, day: Date): Promise<string | null> {
  const path = pathOf(disk, key)
  const target = join(disk.trashDir, nameOfDay(day), key)
  await makeFolder(dirname(target))
  try {
    await replace(path, target)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
  await syncFolder(dirname(target))
  await syncFolder(dirname(path))
  return target
}

export async function emptyTrash({ trashDir }: Disk, before: Date): Promise<void> {
  const days = await readdir(trashDir).catch(() => [])
  for (const day of days) if (day < nameOfDay(before)) await rm(join(trashDir, day), { recursive: true, force: true })
}

export async function removeTemporary({ temporaryDir }: Disk, olderThanMs: number): Promise<void> {
  const names = await readdir(temporaryDir).catch(() => [])
  if (names.length === 0) return
  const now = await diskTime(temporaryDir)
  for (const name of names) {
    const path = join(temporaryDir, name)
    const found = await stat(path).catch(() => null)
    if (found && now - found.mtimeMs > olderThanMs) await rm(path, { recursive: true, force: true })
  }
}

/** Makes a removal survive a power cut; the folder of the name may be gone too. */
async function syncRemoval(path: string): Promise<void> {
  await syncFolder(dirname(path)).catch((error) => {
    if (!isMissing(error)) throw error
  })
}

/** The time by the clock of the disk, which may be another machine's, in milliseconds. */
async function diskTime(temporaryDir: string): Promise<number> {
  const probe = join(temporaryDir, newId())
  try {
    await writeFile(probe, '')
    return (await stat(probe)).mtimeMs
  } catch (error) {
    if (!isFull(error)) throw error
    // A full disk has to be cleaned up too.
    return Date.now()
  } finally {
    await rm(probe, { force: true })
  }
}

/** Moves a file or a folder, which replaces the target; that one stays when there is nothing to move. */
async function replace(path: string, target: string): Promise<void> {
  await stat(path)
  await rm(target, { recursive: true, force: true })
  await rename(path, target)
}

function nameOfDay(day: Date): string {
  return day.toISOString().slice(0, 10)
}

function isFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOSPC' || code === 'EDQUOT'
}
