import { type Clock, systemClock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Account } from './account.ts'
import { beginExport, deleteExports, findDocument, findExport, storeDocument } from './export-rows.server.ts'

/** How far a person's export is. */
export interface ExportProgress {
  requestedAt: Date
  /** Null while it is being written. */
  readyAt: Date | null
}

/** What people take along: asked for here, written by a job, kept for a day. */
export interface Exports {
  /** Asks for an export, in place of the last one; while one is being written, asking again changes nothing. */
  request(account: Account): Promise<ExportProgress>
  /** How far the person's own export is; null when there is none. */
  progressOf(account: Account): Promise<ExportProgress | null>
  /** The finished document; null while it is being written. @throws Refusal identity.export_missing */
  documentOf(account: Account): Promise<string | null>
  /** Keeps what the job wrote. */
  store(uid: string, document: string): Promise<void>
  /** Removes exports that are older than a day. Any node may, at any time. */
  sweep(): Promise<void>
}

export interface ExportsParts {
  db: Db
  clock?: Clock
  /** Stores the job that writes the document, in the caller's transaction. */
  queueExport(trx: Trx, uid: string): Promise<void>
}

/** @see docs/product.md#settings */
const EXPORT_KEPT_HOURS = 24
/** A job that has not come back by then never will. */
const STALE_MS = 15 * 60_000

/** Exports over the `exports` table. */
export function createExports({ db, clock = systemClock, queueExport }: ExportsParts): Exports {
  async function progressOf(account: Account): Promise<ExportProgress | null> {
    const row = await findExport(db, account.uid)
    return row ? { requestedAt: row.requested_at, readyAt: row.ready_at } : null
  }

  return {
    async request(account) {
      const now = clock.now()
      await db.transaction().execute(async (trx) => {
        const isNew = await beginExport(trx, account.uid, now, new Date(now.getTime() - STALE_MS))
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
    sweep: () => deleteExports(db, new Date(clock.now().getTime() - EXPORT_KEPT_HOURS * 3_600_000)),
  }
}
