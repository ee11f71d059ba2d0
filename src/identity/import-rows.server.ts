import type { Db, Trx } from '#platform/database.server.ts'
import { emptyReport, type ImportProblem, type ImportReport, type LeftOutCode } from './import-report.ts'

export type ThingKind = 'video' | 'episode' | 'series' | 'subtitles'

/** The outcome for a thing of an archive. */
export interface ImportedThing {
  /** The import that met it last. */
  importId: string
  /** Its id here; null when it was refused. */
  rowId: string | null
  code: LeftOutCode | null
}

interface ImportsTable {
  uid: string
  id: string
  requested_at: Date
  ended_at: Date | null
  problem: ImportProblem | null
  report: ImportReport
}

interface ImportedThingsTable {
  uid: string
  kind: ThingKind
  source_id: string
  import_id: string
  row_id: string | null
  code: LeftOutCode | null
}

function tables(db: Db | Trx) {
  return db.withTables<{ imports: ImportsTable; imported_things: ImportedThingsTable }>()
}

/** Starts an import in place of the last one; false while that one runs. */
export async function startImport(trx: Trx, uid: string, id: string, requestedAt: Date): Promise<boolean> {
  const started = { id, requested_at: requestedAt, ended_at: null, problem: null, report: emptyReport }
  const row = await tables(trx)
    .insertInto('imports')
    .values({ uid, ...started })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(started).where('imports.ended_at', 'is not', null))
    .returning('uid')
    .executeTakeFirst()
  return row !== undefined
}

export function findImport(db: Db, uid: string): Promise<ImportsTable | undefined> {
  return tables(db).selectFrom('imports').selectAll().where('uid', '=', uid).executeTakeFirst()
}

/** The imports among these that have yet to end. */
export async function runningAmong(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tables(db)
    .selectFrom('imports')
    .select('id')
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Stores the report of an import; no effect once it has ended, or another has taken its place. */
export async function storeReport(db: Db, id: string, report: ImportReport): Promise<void> {
  await tables(db).updateTable('imports').set({ report }).where('id', '=', id).where('ended_at', 'is', null).execute()
}

/** Ends an import; no effect once it has ended. */
export async function endImport(db: Db, id: string, endedAt: Date, problem: ImportProblem | null): Promise<void> {
  await tables(db)
    .updateTable('imports')
    .set({ ended_at: endedAt, problem })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

export async function deleteImports(db: Db, endedBefore: Date): Promise<void> {
  await tables(db).deleteFrom('imports').where('ended_at', '<', endedBefore).execute()
}

export async function findThing(
  db: Db,
  uid: string,
  kind: ThingKind,
  sourceId: string,
): Promise<ImportedThing | undefined> {
  return await tables(db)
    .selectFrom('imported_things')
    .select(['import_id as importId', 'row_id as rowId', 'code'])
    .where('uid', '=', uid)
    .where('kind', '=', kind)
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
}

/** The ids here of all things of a kind that were taken, by their ids in the archive. */
export async function takenIds(db: Db, uid: string, kind: ThingKind): Promise<Map<string, string>> {
  const rows = await tables(db)
    .selectFrom('imported_things')
    .select(['source_id', 'row_id'])
    .where('uid', '=', uid)
    .where('kind', '=', kind)
    .where('row_id', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.source_id, row.row_id!]))
}

/** Stores the outcome of a thing of an archive. */
export async function storeThing(
  db: Db,
  uid: string,
  kind: ThingKind,
  sourceId: string,
  { importId, rowId, code }: ImportedThing,
): Promise<void> {
  const outcome = { import_id: importId, row_id: rowId, code }
  await tables(db)
    .insertInto('imported_things')
    .values({ uid, kind, source_id: sourceId, ...outcome })
    .onConflict((conflict) => conflict.columns(['uid', 'kind', 'source_id']).doUpdateSet(outcome))
    .execute()
}
