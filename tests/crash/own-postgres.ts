import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { serverProcesses } from '#platform/postgres-processes.server.ts'
import { signalProcesses } from '#tests/support/worlds/signal-processes.ts'

/** A test's own PostgreSQL, which can be made to hang. */
export interface OwnPostgres {
  connectionString: string
  /** Stops all its processes: queries are neither answered nor refused. */
  suspend(): void
  resume(): void
  stop(): Promise<void>
}

export async function startOwnPostgres(dataDir: string): Promise<OwnPostgres> {
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir, log: createLog('silent'), sync: false })
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => signalProcesses(serverProcesses(join(dataDir, 'postgres/pg')), name)
  return { connectionString, suspend: () => signal('SIGSTOP'), resume: () => signal('SIGCONT'), stop }
}
