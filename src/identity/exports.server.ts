import { type Clock, systemClock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import type { Account } from './account.ts'
import { deleteExports, findDocument, findExport, startExport, storeDocument } from './export-rows.server.ts'

/** Progress of a person's export. */
export interface ExportProgress {
  requestedAt: Date
  /** Null while it is being written. */
  readyAt: Date | null
}

/** Exports of people's data: requested here, written by a job, stored for a day. */
export interface Exports {
  /** Requests an export, which replaces the previous one; no effect while one is being written. */
  request(account: Account): Promise<ExportProgress>
  /** Progress of the account's own export; null when there is none. */
  progressOf(account: Account): Promise<ExportProgress | null>
  /** The finished document; null while it is being written. @throws Refusal identity.export_missing */
  documentOf(account: Account): Promise<string | null>
  /** Stores what the job wrote. */
  store(uid: string, document: string): Promise<void>
  /** Removes exports older than a day. Safe on any node, at any time. */
  cleanUp(): Promise<void>
}

export interface ExportsParts {
  db: Db
  clock?: Clock
  /** Enqueues the job that writes the document, in the caller's transaction. */
  queueExport(trx: Trx, uid: string): Promise<void>
}

/** @see docs/product.md#settings */
const EXPORT_RETENTION_HOURS = 24
/** A job that has not finished by then never will. */
const STALE_MS = 15 * 60_000

/** Exports backed by the `exports` table. */
export function createExports({ db, clock = systemClock, queueExport }: ExportsParts): Exports {
  async function progressOf(account: Account): Promise<ExportProgress | null> {
    const row = await findExport(db, account.uid)
    return row ? { requestedAt: row.requested_at, readyAt: row.ready_at } : null
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
    async documentOf(account) {
      if (!(await findExport(db, account.uid))) throw new Refusal('identity.export_missing')
      return await findDocument(db, account.uid)
    },
    store: (uid, document) => storeDocument(db, uid, document, clock.now()),
    cleanUp: () => deleteExports(db, new Date(clock.now().getTime() - EXPORT_RETENTION_HOURS * 3_600_000)),
  }
}
