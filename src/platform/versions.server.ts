import { sql } from 'kysely'
import type { Db } from './database.server.ts'

/** The version of PostgreSQL, as in '18.1', and the number of the newest migration. */
export async function databaseVersions(db: Db): Promise<{ database: string; schema: number }> {
  const { rows } = await sql<{ database: string; newest: string | null }>`
    select split_part(current_setting('server_version'), ' ', 1) as database,
      (select max(name) from migrations) as newest`.execute(db)
  const { database, newest } = rows[0]!
  return { database, schema: Number.parseInt(newest ?? '0', 10) }
}
