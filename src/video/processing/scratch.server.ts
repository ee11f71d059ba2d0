import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#platform/ids.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'

/** A folder for one attempt, with the uploaded bytes under a name of ours. */
export interface Scratch {
  dir: string
  source: string
}

/** Local folders for attempts under one root. */
export interface ScratchFolders {
  /** Lends a folder with the original in it for as long as `work` takes. @throws ObjectMissing */
  lend<Result>(uid: string, work: (scratch: Scratch) => Promise<Result>): Promise<Result>
  /** Removes the folders of processes that are no longer there. */
  clean(): Promise<void>
}

export function createScratchFolders(root: string, storage: ObjectStorage): ScratchFolders {
  return {
    async lend(uid, work) {
      const dir = join(root, `${process.pid}-${newId()}`)
      await mkdir(dir, { recursive: true, mode: 0o700 })
      try {
        const source = join(dir, 'source')
        await storage.fetchToFile(`originals/${uid}`, source)
        return await work({ dir, source })
      } finally {
        await rm(dir, { recursive: true, force: true })
      }
    },
    async clean() {
      for (const name of await readdir(root).catch(() => [])) {
        const pid = Number(name.split('-')[0])
        if (pid === process.pid || isAlive(pid)) continue
        await rm(join(root, name), { recursive: true, force: true })
      }
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
