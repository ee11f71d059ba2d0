import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Config } from './config.ts'
import { printLine } from './print.ts'

export interface DatabaseServer {
  connectionString: string
  stop(): Promise<void>
}

/** Returns the configured external database, or starts our own PostgreSQL in the data folder. */
export async function openDatabaseServer(config: Config, log: Log): Promise<DatabaseServer> {
  if (config.database.kind === 'external') {
    return { connectionString: config.database.connectionString.reveal(), stop: async () => {} }
  }
  printLine('starting PostgreSQL')
  return await startEmbeddedPostgres({ dataDir: config.dataDir, log })
}
