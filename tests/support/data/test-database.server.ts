import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { closeConnections, keepConnections } from './shared-connections.server.ts'

export interface TestDatabase {
  connectionString: string
  /** Closes every connection to it and drops it. */
  drop(): Promise<void>
}

/** Templates of databases: a migrated one, and one on which a Hoshi has also prepared its queues. */
const templates = { migrated: 'hoshi_template', prepared: 'hoshi_prepared_template' } as const

/** Creates a fresh, migrated database in 30 to 100 ms. Its server ends with the run. */
export async function createTestDatabase(template: keyof typeof templates = 'migrated'): Promise<TestDatabase> {
  const adminUrl = inject('postgresUrl')
  const broken = inject('brokenMigration')
  if (broken) throw new Error(broken)
  const name = `test_${randomBytes(8).toString('hex')}`
  // Half the CPU time of the default strategy, which logs each page, even with the checkpoints that it requests.
  const admin = keepConnections(adminUrl)
  await admin.query(`create database ${name} template ${templates[template]} strategy file_copy`)
  const connectionString = withDatabase(adminUrl, name)
  keepConnections(connectionString)
  return {
    connectionString,
    async drop() {
      await closeConnections(connectionString)
      await admin.query(`drop database if exists ${name} with (force)`)
    },
  }
}

/** Makes a database what its copies are to be. */
type Prepare = (connectionString: string) => Promise<unknown>

/** Creates the databases that `createTestDatabase` copies. Copying requires that nobody is connected to them. */
export async function createTemplates(adminUrl: string, migrate: Prepare, prepareQueues: Prepare): Promise<void> {
  const { migrated, prepared } = templates
  // Limits the write-ahead log, which may be in memory.
  await asAdmin(adminUrl, `alter system set max_wal_size = '128MB'`)
  await asAdmin(adminUrl, 'select pg_reload_conf()')
  await asAdmin(adminUrl, `create database ${migrated}`)
  await migrate(withDatabase(adminUrl, migrated))
  await asAdmin(adminUrl, `create database ${prepared} template ${migrated}`)
  await prepareQueues(withDatabase(adminUrl, prepared))
  for (const name of [migrated, prepared])
    await asAdmin(adminUrl, `alter database ${name} with allow_connections false is_template true`)
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
