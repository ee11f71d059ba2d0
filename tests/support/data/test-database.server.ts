import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  connectionString: string
  /** Closes every connection to it and drops it. */
  drop(): Promise<void>
}

const TEMPLATE = 'hoshi_template'

/** Creates a fresh, migrated database in 30 to 100 ms. Its server ends with the run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('postgresUrl')
  const broken = inject('brokenMigration')
  if (broken) throw new Error(broken)
  const name = `test_${randomBytes(8).toString('hex')}`
  // Half the CPU time of the default strategy, which logs each page, even with the checkpoints that it requests.
  await asAdmin(adminUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  return {
    connectionString: withDatabase(adminUrl, name),
    drop: () => asAdmin(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

/** Creates the database that `createTestDatabase` copies. Copying requires that nobody is connected to it. */
export async function createTemplate(
  adminUrl: string,
  migrate: (connectionString: string) => Promise<unknown>,
): Promise<void> {
  // Limits the write-ahead log, which may be in memory.
  await asAdmin(adminUrl, `alter system set max_wal_size = '128MB'`)
  await asAdmin(adminUrl, 'select pg_reload_conf()')
  await asAdmin(adminUrl, `create database ${TEMPLATE}`)
  await migrate(withDatabase(adminUrl, TEMPLATE))
  await asAdmin(adminUrl, `alter database ${TEMPLATE} with allow_connections false is_template true`)
}

function withDatabase(connectionString: string, name: string): string {
  return connectionString.replace(/\/\w+\?host=/, `/${name}?host=`)
}

async function asAdmin(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
