import type { Clock } from '#platform/clock.ts'
import { decodeCursor, encodeCursor, pageSize } from '#platform/cursor.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { AuditEntry, AuditRecord } from './audit.ts'
import { findAuditRows, insertAuditRow } from './audit-rows.server.ts'

/** The log of acts on the site and its accounts, by whom and why. Entries are never changed or removed. */
export interface AuditLog {
  /** Records an act in the transaction that makes it true. */
  record(trx: Trx, record: AuditRecord): Promise<void>
  /** Entries about everything or about one subject, newest first; `limit` is 1 to 60. @throws Refusal moderation.cursor_invalid */
  list(page: AuditPage): Promise<{ entries: AuditEntry[]; nextCursor: string | null }>
}

interface AuditPage {
  subjectId?: string
  cursor?: string
  limit?: number
}

const PAGE = { size: 40, maxSize: 60 }

export function createAuditLog({ db, clock }: { db: Db; clock: Clock }): AuditLog {
  return {
    record: (trx, record) => insertAuditRow(trx, record, clock.now()),
    async list({ subjectId, cursor, limit }) {
      const size = pageSize(limit, PAGE)
      const before = cursor === undefined ? null : readCursor(cursor)
      const found = await findAuditRows(db, { subjectId: subjectId ?? null, before, limit: size + 1 })
      const entries = found.slice(0, size)
      return { entries, nextCursor: found.length > size ? writeCursor(entries.at(-1)!.id) : null }
    },
  }
}

function writeCursor(id: string): string {
  return encodeCursor(`audit~${id}`)
}

/** @throws Refusal moderation.cursor_invalid for anything that `writeCursor` would not have written */
function readCursor(cursor: string): number {
  const [, id = ''] = /^audit~(\d{1,15})$/.exec(decodeCursor(cursor)) ?? []
  if (id === '' || writeCursor(id) !== cursor) throw new Refusal('moderation.cursor_invalid', { field: 'cursor' })
  return Number(id)
}
