import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'

/** Rows deleted by one statement, far within its time limit. */
const ROWS_AT_A_TIME = 10_000

/** Deletes all rows of days before this one, in batches. */
export async function deleteDaysBefore(
  db: Db,
  table: 'episode_visitors' | 'channel_visitors' | 'channel_follows' | 'watch_reports' | 'support_clicks',
  day: string,
  rowsAtATime = ROWS_AT_A_TIME,
): Promise<void> {
  let deleted: bigint | undefined
  do {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where day < ${day}::date limit ${rowsAtATime}
      ))
    `.execute(db)
    deleted = numAffectedRows
  } while (deleted)
}
