import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'

/** A file that follows the stored beginning of an archive. */
export interface ExportedFile {
  /** The uid of the video that it is the file of. */
  uid: string
  /** Its name in the archive. */
  name: string
  sizeBytes: number
}

interface ExportsTable {
  uid: string
  requested_at: Date
  ready_at: Date | null
  /** The document of an export by a server of an earlier version. */
  document: string | null
  object_id: string | null
  files: ExportedFile[] | null
}

function exports(db: Db | Trx) {
  return db.withTables<{ exports: ExportsTable }>()
}

/** Starts a new export; false while one requested since `staleBefore` is still being written. */
export async function startExport(trx: Trx, uid: string, requestedAt: Date, staleBefore: Date): Promise<boolean> {
  const started = { requested_at: requestedAt, ready_at: null, document: null, object_id: null, files: null }
  const row = await exports(trx)
    .insertInto('exports')
    .values({ uid, ...started })
    .onConflict((conflict) =>
      conflict
        .column('uid')
        .doUpdateSet(started)
        .where(({ eb, or }) =>
          or([eb('exports.ready_at', 'is not', null), eb('exports.requested_at', '<', staleBefore)]),
        ),
    )
    .returning('uid')
    .executeTakeFirst()
  return row !== undefined
}

/** The export of an account; one that a server of an earlier version has made does not count. */
export async function findExport(db: Db, uid: string): Promise<Omit<ExportsTable, 'uid' | 'document'> | undefined> {
  return exports(db)
    .selectFrom('exports')
    .select(['requested_at', 'ready_at', 'object_id', 'files'])
    .where('uid', '=', uid)
    .where('document', 'is', null)
    .executeTakeFirst()
}

/** Stores the finished export; false when the account is gone. */
export async function storeExport(
  db: Db,
  uid: string,
  { objectId, files }: { objectId: string; files: readonly ExportedFile[] },
  readyAt: Date,
): Promise<boolean> {
  const stored = { object_id: objectId, files: sql<ExportedFile[]>`${JSON.stringify(files)}::jsonb`, ready_at: readyAt }
  const { numUpdatedRows } = await exports(db)
    .updateTable('exports')
    .set({ ...stored, document: null })
    .where('uid', '=', uid)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteExports(db: Db, requestedBefore: Date): Promise<void> {
  await exports(db).deleteFrom('exports').where('requested_at', '<', requestedBefore).execute()
}

/** The objects among these that belong to an export. */
export async function exportedAmong(db: Db, objectIds: string[]): Promise<Set<string>> {
  if (objectIds.length === 0) return new Set()
  const rows = await exports(db).selectFrom('exports').select('object_id').where('object_id', 'in', objectIds).execute()
  return new Set(rows.map((row) => row.object_id!))
}
