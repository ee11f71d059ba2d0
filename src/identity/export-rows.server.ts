import type { Db, Trx } from '#platform/database.server.ts'

interface ExportsTable {
  uid: string
  requested_at: Date
  ready_at: Date | null
  document: string | null
}

function exports(db: Db | Trx) {
  return db.withTables<{ exports: ExportsTable }>()
}

/** Starts a new export; false while one requested since `staleBefore` is still being written. */
export async function startExport(trx: Trx, uid: string, requestedAt: Date, staleBefore: Date): Promise<boolean> {
  const started = { requested_at: requestedAt, ready_at: null, document: null }
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

export async function findExport(db: Db, uid: string): Promise<Omit<ExportsTable, 'uid' | 'document'> | undefined> {
  return exports(db)
    .selectFrom('exports')
    .select(['requested_at', 'ready_at'])
    .where('uid', '=', uid)
    .executeTakeFirst()
}

export async function findDocument(db: Db, uid: string): Promise<string | null> {
  const row = await exports(db).selectFrom('exports').select('document').where('uid', '=', uid).executeTakeFirst()
  return row?.document ?? null
}

/** Stores the finished document; no effect when the account is gone. */
export async function storeDocument(db: Db, uid: string, document: string, readyAt: Date): Promise<void> {
  await exports(db).updateTable('exports').set({ document, ready_at: readyAt }).where('uid', '=', uid).execute()
}

export async function deleteExports(db: Db, requestedBefore: Date): Promise<void> {
  await exports(db).deleteFrom('exports').where('requested_at', '<', requestedBefore).execute()
}
