import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { serverProcesses } from '#platform/postgres-processes.server.ts'

/** A PostgreSQL of a test's own, which may be made to hang. */
export interface OwnPostgres {
  connectionString: string
  /** Every process of it stands still: what is asked is neither answered nor refused. */
  hang(): void
  goOn(): void
  stop(): Promise<void>
}

export async function startOwnPostgres(dataDir: string): Promise<OwnPostgres> {
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir, log: createLog('silent'), sync: false })
  function signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    for (const pid of serverProcesses(join(dataDir, 'postgres/pg'))) {
      try {
        process.kill(pid, name)
      } catch {
        // A backend that has ended meanwhile.
      }
    }
  }
  return { connectionString, hang: () => signal('SIGSTOP'), goOn: () => signal('SIGCONT'), stop }
}
