import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { newId } from './ids.server.ts'

/** Makes the names in this folder, as they are, survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes a folder and those above it that are missing, which survive a power cut then. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let made = folder; ; made = dirname(made)) {
    await syncFolder(dirname(made))
    if (made === first) return
  }
}

/** Writes a whole file or none: to a temporary name beside it, synced, then renamed over. */
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
