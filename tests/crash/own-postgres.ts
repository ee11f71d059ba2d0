import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { serverProcesses } from '#platform/postgres-processes.server.ts'

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
  function signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    for (const pid of serverProcesses(join(dataDir, 'postgres/pg'))) {
      try {
        process.kill(pid, name)
      } catch {
        // A backend that has just ended.
      }
    }
  }
  return { connectionString, suspend: () => signal('SIGSTOP'), resume: () => signal('SIGCONT'), stop }
}
