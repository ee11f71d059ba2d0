import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'

/** A number that is higher after each change of an episode that others than its creator may see, or might have. */
export async function readPageVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from page_version`.execute(db)
  return rows[0]!.version
}
