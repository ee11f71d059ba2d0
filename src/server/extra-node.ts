import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { assertMigrated } from '#platform/migrations.server.ts'
import { assertNoRestore } from './backup/restore-marker.server.ts'
import { type Config, readConfig } from './config.ts'
import { createHoshi, type RunningHoshi } from './hoshi.ts'
import { obtainSecret } from './secret-file.ts'

/** Runs `work` as one more node, which takes no requests and no jobs, beside those that serve or alone. */
export async function runAsExtraNode<Result>(
  work: (hoshi: RunningHoshi) => Promise<Result>,
  config: Config = readConfig(),
): Promise<Result> {
  const log = createLog('error')
  await assertNoRestore(config.dataDir)
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
        loadBuild: () => Promise.reject(new Error('This node serves no pages.')),
        clientDir: null,
        isDevelopment: false,
        isExtraNode: true,
      },
    )
    try {
      await hoshi.start()
      return await work(hoshi)
    } finally {
      await hoshi.close()
    }
  } finally {
    await embedded?.stop()
  }
}
