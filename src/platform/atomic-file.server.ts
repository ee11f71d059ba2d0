import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { newId } from './ids.server.ts'

/** Syncs a folder, so that the names in it survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Creates a folder and its missing parents, and syncs them to survive a power cut. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let created = folder; ; created = dirname(created)) {
    await syncFolder(dirname(created))
    if (created === first) return
  }
}

/** Writes a file atomically: to a temporary file in the same folder, synced, then renamed. */
export async function writeAtomically(path: string, data: string | Buffer): Promise<void> {
  const temporary = `${path}.${newId()}.tmp`
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(data)
    await handle.sync()
    await handle.close()
    await rename(temporary, path)
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}
