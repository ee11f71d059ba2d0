import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { newId } from './ids.server.ts'

/** Makes a rename or a removal in this folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
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
