import pg from 'pg'
import { keptConnections } from './shared-connections.server.ts'

/** Runs one statement outside a site's own connections, for changes to its rows that only tests may make. */
export async function queryDatabase<Row extends object>(
  connectionString: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const kept = keptConnections(connectionString)
  if (kept) return (await kept.query<Row>(statement, values)).rows
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}
