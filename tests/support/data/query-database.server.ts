import pg from 'pg'

/** Runs one statement on its own connection, for changes to a site's rows that only tests may make. */
export async function queryDatabase<Row extends object>(
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
