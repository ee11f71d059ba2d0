import { copyFile } from 'node:fs/promises'
import type { Db, Trx } from './database.server.ts'
import { newId } from './ids.server.ts'
import type { JobKind } from './job-kind.ts'
import type { Jobs } from './jobs.server.ts'
import type { ObjectStorage } from './storage.server.ts'
import { transact } from './transact.server.ts'

/** The column with the URL of a picture: one for each row, empty without a picture. */
export interface PictureColumn {
  /** Locks the row until the commit and returns the URL; undefined without a row. */
  lock(trx: Trx, id: string): Promise<string | undefined>
  set(trx: Trx, id: string, url: string): Promise<void>
}

/** Removes the images of a row that it does not show. */
export type PictureCleanupJob = JobKind<{ uid: string }>

/** Pictures that belong to rows: the image is in object storage below `{folder}/{id}/`, its URL in the row. */
export interface Pictures {
  /** Stores this WebP file and replaces the row's picture with it. @returns its URL; null when the row is gone */
  store(id: string, path: string): Promise<string | null>
  /** Takes the picture from its row. */
  clear(trx: Trx, id: string): Promise<void>
  /** Enqueues the removal of what the row does not show, in the transaction that removes the row. */
  enqueueCleanup(trx: Trx, id: string): Promise<void>
}

export interface PicturesParts {
  db: Db
  jobs: Jobs
  storage: ObjectStorage
  folder: string
  column: PictureColumn
  cleanupJob: PictureCleanupJob
}

/** By then a new image is stored, or its process has died. */
const CLEANUP_DELAY_SECONDS = 20
/** A cleanup may remove a new image before its row names it; more than one in a row does not happen. */
const STORE_ATTEMPTS = 3

/** Describes the job that removes the images of a row that it does not show. */
export function pictureCleanupJob(name: string): PictureCleanupJob {
  return { name, retryLimit: 20, retryDelaySeconds: 10, expireInSeconds: 300 }
}

export function createPictures({ db, jobs, storage, folder, column, cleanupJob }: PicturesParts): Pictures {
  const folderOf = (id: string) => `${folder}/${id}`

  async function cleanUp(id: string): Promise<void> {
    const stored = await storage.children(folderOf(id))
    const isThere = await transact(db, async (trx) => {
      const currentUrl = await column.lock(trx, id)
      if (currentUrl === undefined) return false
      // Under the lock: `store` then notices the loss of an image before it names it.
      for (const name of stored) if (!currentUrl.endsWith(`/${name}`)) await storage.remove(`${folderOf(id)}/${name}`)
      return true
    })
    if (!isThere) await storage.removeFolder(folderOf(id))
  }
  jobs.handle(cleanupJob, 1, ({ uid }) => cleanUp(uid))

  async function change(trx: Trx, id: string, url: string): Promise<void> {
    await column.set(trx, id, url)
    await jobs.enqueue(trx, cleanupJob, { uid: id })
  }

  return {
    async store(id, path) {
      // Enqueued before there is a file: the job cleans up if this process dies in between.
      await jobs.enqueue(db, cleanupJob, { uid: id }, { startAfterSeconds: CLEANUP_DELAY_SECONDS })
      for (let attempt = 0; attempt < STORE_ATTEMPTS; attempt++) {
        const key = `${folderOf(id)}/${newId()}.webp`
        // Storing may take the file that it is given.
        const copy = `${path}.copy`
        await copyFile(path, copy)
        await storage.putFile(key, copy)
        const named = await transact(db, async (trx) => {
          if ((await column.lock(trx, id)) === undefined) return { url: null }
          // A cleanup in between removes an image that no row names yet; one that comes now waits for the lock.
          if (!(await storage.stat(key))) return null
          await change(trx, id, `/${key}`)
          return { url: `/${key}` }
        })
        if (named) return named.url
      }
      throw new Error('Cleanup has removed the image each time that it was stored.')
    },
    clear: (trx, id) => change(trx, id, ''),
    enqueueCleanup: (trx, id) => jobs.enqueue(trx, cleanupJob, { uid: id }),
  }
}
