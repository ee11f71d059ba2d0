import { type Clock, systemClock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { transact } from '#platform/transact.server.ts'
import type { Account } from './account.ts'
import {
  deleteExports,
  type ExportedFile,
  exportedAmong,
  findExport,
  startExport,
  storeExport,
} from './export-rows.server.ts'

/** Progress of a person's export. */
export interface ExportProgress {
  requestedAt: Date
  /** Null while it is being written. */
  readyAt: Date | null
}

/** A finished export. */
export interface StoredExport {
  /** The object with the beginning of the archive. */
  key: string
  /** Names this very export. */
  id: string
  readyAt: Date
  /** The files that follow. */
  files: readonly ExportedFile[]
}

/** Exports of people's data: requested here, written by a job, stored for a day. */
export interface Exports {
  /** Requests an export, which replaces the previous one; no effect while one is being written. */
  request(account: Account): Promise<ExportProgress>
  /** Progress of the account's own export; null when there is none. */
  progressOf(account: Account): Promise<ExportProgress | null>
  /** The finished export; null while it is being written. @throws Refusal identity.export_missing */
  find(account: Account): Promise<StoredExport | null>
  /** Stores an export that the job wrote. @param path a local file with the beginning of the archive; may be gone afterwards */
  store(uid: string, path: string, files: readonly ExportedFile[]): Promise<void>
  /** Removes exports older than a day, and objects without an export. Safe on any node, at any time. */
  cleanUp(): Promise<void>
}

export interface ExportsParts {
  db: Db
  clock?: Clock
  storage: Pick<ObjectStorage, 'putFile' | 'children' | 'changedAt' | 'remove'>
  /** Enqueues the job that writes the export, in the caller's transaction. */
  queueExport(trx: Trx, uid: string): Promise<void>
}

/** @see docs/product.md#settings */
const EXPORT_RETENTION_HOURS = 24
/** A job that has not finished by then never will. */
const STALE_MS = 15 * 60_000
/** An object that no export names by then never will be. */
const LEFTOVER_MS = 3_600_000

const FOLDER = 'exports'

/** Exports backed by the `exports` table, and by objects below `exports/`. */
export function createExports({ db, clock = systemClock, storage, queueExport }: ExportsParts): Exports {
  async function progressOf(account: Account): Promise<ExportProgress | null> {
    const row = await findExport(db, account.uid)
    return row ? { requestedAt: row.requested_at, readyAt: row.ready_at } : null
  }

  async function removeLeftovers(): Promise<void> {
    const ids = await storage.children(FOLDER)
    const known = await exportedAmong(db, ids)
    for (const id of ids.filter((each) => !known.has(each))) {
      const changedAt = await storage.changedAt(`${FOLDER}/${id}`)
      if (changedAt && clock.now().getTime() - changedAt.getTime() > LEFTOVER_MS)
        await storage.remove(`${FOLDER}/${id}`)
    }
  }

  return {
    async request(account) {
      const now = clock.now()
      await transact(db, async (trx) => {
        const isNew = await startExport(trx, account.uid, now, new Date(now.getTime() - STALE_MS))
        if (isNew) await queueExport(trx, account.uid)
      })
      return (await progressOf(account)) ?? { requestedAt: now, readyAt: null }
    },
    progressOf,
    async find(account) {
      const row = await findExport(db, account.uid)
      if (!row) throw new Refusal('identity.export_missing')
      const { object_id: id, files, ready_at: readyAt } = row
      return id !== null && files !== null && readyAt !== null ? { key: `${FOLDER}/${id}`, id, readyAt, files } : null
    },
    async store(uid, path, files) {
      const objectId = newId()
      await storage.putFile(`${FOLDER}/${objectId}`, path)
      const isStored = await storeExport(db, uid, { objectId, files }, clock.now())
      if (!isStored) await storage.remove(`${FOLDER}/${objectId}`)
    },
    async cleanUp() {
      await deleteExports(db, new Date(clock.now().getTime() - EXPORT_RETENTION_HOURS * 3_600_000))
      await removeLeftovers()
    },
  }
}
