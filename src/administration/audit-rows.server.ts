import type { Generated } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { AuditAction, AuditEntry, AuditRecord, AuditValues } from './audit.ts'

type AuditTables = {
  audit_log: {
    id: Generated<number>
    at: Date
    actor_uid: string | null
    action: AuditAction
    subject_kind: AuditRecord['subject']['kind']
    subject_id: string
    reason: string
    before: AuditValues
    after: AuditValues
  }
}

const tables = (db: Db | Trx) => db.withTables<AuditTables>()

export async function insertAuditRow(trx: Trx, record: AuditRecord, at: Date): Promise<void> {
  const { actor, action, subject, reason, before, after } = record
  await tables(trx)
    .insertInto('audit_log')
    .values({
      at,
      action,
      reason,
      before,
      after,
      actor_uid: actor === 'console' ? null : actor.uid,
      subject_kind: subject.kind,
      subject_id: subject.id,
    })
    .execute()
}

interface AuditQuery {
  /** Null for entries about everything. */
  subjectId: string | null
  before: number | null
  limit: number
}

/** The entries before the one with this id, or the newest; newest first. */
export async function findAuditRows(db: Db, page: AuditQuery): Promise<AuditEntry[]> {
  let query = tables(db).selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(page.limit)
  if (page.before !== null) query = query.where('id', '<', page.before)
  if (page.subjectId !== null) query = query.where('subject_id', '=', page.subjectId)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: String(row.id),
    at: row.at,
    actor: row.actor_uid === null ? ('console' as const) : { uid: row.actor_uid },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id },
    reason: row.reason,
    before: row.before,
    after: row.after,
  }))
}
