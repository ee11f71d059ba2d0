import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { migrate } from '#platform/migrations.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import '#tests/support/run/relax-database-limits.ts'
import { onCleanup } from './cleanup.ts'

/** A catalog on a PostgreSQL of its own, which ends with the bench. */
export async function openBenchCatalog(): Promise<TestCatalog> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hoshi-bench-catalog-'))
  onCleanup(() => rm(dataDir, { recursive: true, force: true }))
  const server = await startEmbeddedPostgres({ dataDir, log: createLog('warn') })
  onCleanup(() => server.stop())
  await migrate(server.connectionString)
  const testCatalog = await openTestCatalog({ connectionString: server.connectionString, drop: async () => {} })
  onCleanup(() => testCatalog.close())
  return testCatalog
}
