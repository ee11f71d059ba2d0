import pg from 'pg'

/** One statement on a connection of its own: for what only a test may do to a site's rows. */
export async function askDatabase<Row extends object>(
  connectionString: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}
