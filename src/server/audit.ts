import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { AuditOptions, AuditReport } from '#platform/audit.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { assertMigrated } from '#platform/migrations.server.ts'
import { auditTable } from './audit-table.ts'
import { ConfigurationError, readConfig } from './config.ts'
import { createHoshi } from './hoshi.ts'
import { printLine } from './print.ts'
import { obtainSecret } from './secret-file.ts'

// Exit code of `npm run audit`: 0 when rows and files agree (again), 1 when they do not, 2 when the audit failed.
try {
  const report = await audit(readOptions())
  console.log(auditTable(report))
  process.exitCode = report.findings.every(({ done }) => done !== null) ? 0 : 1
} catch (error) {
  for (const problem of error instanceof ConfigurationError ? error.problems : [String((error as Error).message)])
    printLine(problem)
  process.exitCode = 2
}

/** @throws Error for an unknown argument */
function readOptions(): AuditOptions {
  const { values } = parseArgs({ options: { repair: { type: 'boolean' }, all: { type: 'boolean' } } })
  return { repairs: values.repair ?? false, isForced: values.all ?? false }
}

/** Runs as one more node, which takes no requests and no jobs. */
async function audit(options: AuditOptions): Promise<AuditReport> {
  const config = readConfig()
  const log = createLog('error')
  if (config.database.kind === 'embedded' && !existsSync(join(config.dataDir, 'postgres')))
    throw new Error(`There is no database in ${config.dataDir}. Set DATA_DIR to the folder that Hoshi uses.`)
  const embedded =
    config.database.kind === 'embedded' ? await startEmbeddedPostgres({ dataDir: config.dataDir, log }) : null
  const connectionString =
    config.database.kind === 'external' ? config.database.connectionString.reveal() : embedded!.connectionString
  try {
    await assertMigrated(connectionString)
    const hoshi = createHoshi(
      { ...config, role: 'web' },
      {
        connectionString,
        secret: await obtainSecret(config),
        log,
        loadBuild: () => Promise.reject(new Error('An audit serves no pages.')),
        clientDir: null,
        isDevelopment: false,
      },
    )
    try {
      await hoshi.start()
      return await hoshi.audit(options)
    } finally {
      await hoshi.close()
    }
  } finally {
    await embedded?.stop()
  }
}
