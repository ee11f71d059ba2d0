import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { AuditReport, AuditWish } from '#platform/audit.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { expectMigrated } from '#platform/migrations.server.ts'
import { auditTable } from './audit-table.ts'
import { ConfigurationError, readConfig } from './config.ts'
import { createHoshi } from './hoshi.ts'
import { say } from './say.ts'
import { obtainSecret } from './secret-file.ts'

// `npm run audit`: 0 when rows and files agree (again), 1 when not, 2 when that could not be found out.
try {
  const report = await audit(readWish())
  console.log(auditTable(report))
  process.exitCode = report.findings.every(({ done }) => done !== null) ? 0 : 1
} catch (error) {
  for (const problem of error instanceof ConfigurationError ? error.problems : [String((error as Error).message)])
    say(problem)
  process.exitCode = 2
}

/** @throws Error when a word is not known */
function readWish(): AuditWish {
  const { values } = parseArgs({ options: { repair: { type: 'boolean' }, all: { type: 'boolean' } } })
  return { repairs: values.repair ?? false, evenMany: values.all ?? false }
}

/** Looks beside whatever serves: a node more that takes no requests and no jobs. */
async function audit(wish: AuditWish): Promise<AuditReport> {
  const config = readConfig()
  const log = createLog('error')
  if (config.database.kind === 'embedded' && !existsSync(join(config.dataDir, 'postgres')))
    throw new Error(`There is no database in ${config.dataDir}. Set DATA_DIR to the folder that Hoshi uses.`)
  const embedded =
    config.database.kind === 'embedded' ? await startEmbeddedPostgres({ dataDir: config.dataDir, log }) : null
  const connectionString =
    config.database.kind === 'external' ? config.database.connectionString.reveal() : embedded!.connectionString
  try {
    await expectMigrated(connectionString)
    const hoshi = createHoshi(
      { ...config, role: 'web' },
      {
        connectionString,
        secret: await obtainSecret(config),
        log,
        loadBuild: () => Promise.reject(new Error('An audit shows no screens.')),
        clientDir: null,
        isDevelopment: false,
      },
    )
    try {
      await hoshi.start()
      return await hoshi.audit(wish)
    } finally {
      await hoshi.close()
    }
  } finally {
    await embedded?.stop()
  }
}
