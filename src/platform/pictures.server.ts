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

/** Describes the job that removes the images of a row that it does not show. */
export function pictureCleanupJob(name: string): PictureCleanupJob {
  return { name, retryLimit: 20, retryDelaySeconds: 10, expireInSeconds: 300 }
}

export function createPictures({ db, jobs, storage, folder, column, cleanupJob }: PicturesParts): Pictures {
  const folderOf = (id: string) => `${folder}/${id}`

  async function cleanUp(id: string): Promise<void> {
    const stored = await storage.children(folderOf(id))
    // Waits for `store`, which holds the row's lock while it stores an image and its URL. An image of before that has no
    // URL then never gets one, so it is removed without the lock.
    const currentUrl = await transact(db, (trx) => column.lock(trx, id))
    if (currentUrl === undefined) return await storage.removeFolder(folderOf(id))
    for (const name of stored) if (!currentUrl.endsWith(`/${name}`)) await storage.remove(`${folderOf(id)}/${name}`)
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
      return await transact(db, async (trx) => {
        if ((await column.lock(trx, id)) === undefined) return null
        const key = `${folderOf(id)}/${newId()}.webp`
        // One small file, stored under the lock: otherwise a cleanup that has found it could remove it once it is shown.
        await storage.putFile(key, path)
        await change(trx, id, `/${key}`)
        return `/${key}`
      })
    },
    clear: (trx, id) => change(trx, id, ''),
    enqueueCleanup: (trx, id) => jobs.enqueue(trx, cleanupJob, { uid: id }),
  }
}
