import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Config } from './config.ts'
import { say } from './say.ts'

export interface DatabaseServer {
  connectionString: string
  stop(): Promise<void>
}

/** The external database as configured, or our own PostgreSQL in the data folder. */
export async function openDatabaseServer(config: Config, log: Log): Promise<DatabaseServer> {
  if (config.database.kind === 'external') {
    return { connectionString: config.database.connectionString.reveal(), stop: async () => {} }
  }
  say('starting PostgreSQL')
  return await startEmbeddedPostgres({ dataDir: config.dataDir, log })
}
