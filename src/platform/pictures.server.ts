import type { Clock } from './clock.ts'
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

/**
 * Removes one image unless its row shows it, and without a row all of its images. Jobs of an earlier version name no key:
 * they leave the images of a row to the audit.
 */
export type PictureCleanupJob = JobKind<{ uid: string; key?: string }>

/** Pictures that belong to rows: the image is in object storage below `{folder}/{id}/`, its URL in the row. */
export interface Pictures {
  /**
   * Stores this WebP file, which may be gone afterwards, and replaces the row's picture with it.
   * @returns its URL; null when the row is gone
   */
  store(id: string, path: string): Promise<string | null>
  /** Takes the picture from its row. */
  clear(trx: Trx, id: string): Promise<void>
}

export interface PicturesParts {
  db: Db
  clock: Clock
  jobs: Jobs
  storage: ObjectStorage
  folder: string
  column: PictureColumn
  cleanupJob: PictureCleanupJob
}

/** An image that no row shows by then is removed. */
export const STORE_CLEANUP_SECONDS = 600
/** A row shows an image within this time or never. Until the cleanup, the transaction ends, even if clocks differ. */
const STORE_LIMIT_MS = 300_000

/** Describes the job that removes the images of a row that it does not show. */
export function pictureCleanupJob(name: string): PictureCleanupJob {
  return { name, retryLimit: 20, retryDelaySeconds: 10, expireInSeconds: 300 }
}

export function createPictures({ db, clock, jobs, storage, folder, column, cleanupJob }: PicturesParts): Pictures {
  jobs.handle(cleanupJob, 1, async ({ uid, key }) => {
    const url = await transact(db, (trx) => column.lock(trx, uid))
    if (url === undefined) await storage.removeFolder(`${folder}/${uid}`)
    else if (key && url !== `/${key}`) await storage.remove(key)
  })

  /** @returns false when the row is gone */
  async function change(trx: Trx, id: string, url: string): Promise<boolean> {
    const previous = await column.lock(trx, id)
    if (previous === undefined) return false
    await column.set(trx, id, url)
    // No row ever shows it again: each image has a name of its own.
    if (previous !== '') await jobs.enqueue(trx, cleanupJob, { uid: id, key: previous.slice(1) })
    return true
  }

  return {
    async store(id, path) {
      const key = `${folder}/${id}/${newId()}.webp`
      const begun = clock.now().getTime()
      // Before there is an image: the job removes it if this process dies, or the row is gone.
      await jobs.enqueue(db, cleanupJob, { uid: id, key }, { startAfterSeconds: STORE_CLEANUP_SECONDS })
      await storage.putFile(key, path)
      return await transact(db, async (trx) => {
        if (clock.now().getTime() - begun > STORE_LIMIT_MS) throw new Error('Storing the image took too long.')
        return (await change(trx, id, `/${key}`)) ? `/${key}` : null
      })
    },
    async clear(trx, id) {
      await change(trx, id, '')
    },
  }
}
