import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { createLog } from '#platform/log.server.ts'
import { migrate } from '#platform/migrations.server.ts'
import { createDiskSpace } from '#video/ingest/disk-space.server.ts'
import { createGrowingUploads } from '#video/ingest/growing-uploads.server.ts'
import { assertNoRestore } from './backup/restore-marker.server.ts'
import { type Config, ConfigurationError, readConfig } from './config.ts'
import { openDatabaseServer } from './database-server.ts'
import { createHoshi } from './hoshi.ts'
import { connectionLimits, limitConnections } from './http/connections.server.ts'
import { printDemoAccounts, printFirstAdmin, printLine, printMetrics, printReady } from './print.ts'
import { assertBuilt, loadProductionBuild, openDevelopment } from './screens-build.ts'
import { obtainSecret } from './secret-file.ts'
import type { SettingName } from './settings.ts'
import { onceSignalled } from './signals.ts'
import { hoshiVersion } from './versions.ts'

const projectDir = join(import.meta.dirname, '../..')
const isDevelopment = process.argv.includes('--dev')

/** Service managers and containers kill a process that has not ended 10 s after the signal. */
const STOP_LIMIT_MS = 9_500

try {
  await run()
} catch (error) {
  if (error instanceof ConfigurationError) {
    for (const problem of error.problems) printLine(problem)
  } else {
    printLine(error instanceof Error ? error.message : String(error))
    if (error instanceof Error && error.cause) console.error(error)
  }
  process.exitCode = 1
}
// Connections to an unresponsive database, and ffmpeg runs that are being ended, must not delay the exit.
process.exit()

/** Opens everything in order, serves until a signal, closes everything in reverse. */
async function run(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const signalled = onceSignalled()
  void signalled.then((signal) => setTimeout(() => exitUnfinished(signal), STOP_LIMIT_MS).unref())
  const closers: (() => Promise<void>)[] = []
  try {
    if (!isDevelopment && config.role !== 'worker') assertBuilt(projectDir)
    await assertNoRestore(config.dataDir)
    await freeDiskSpace(config).catch((error) => log.error({ err: error }, 'storage: reading the disk space failed'))
    const database = await openDatabaseServer(config, log)
    closers.push(() => database.stop())
    if (process.getuid?.() === 0)
      printLine('running as root; docs/operate/service.md explains how to run Hoshi as a separate user')
    const applied = await migrate(database.connectionString)
    if (applied.length > 0) printLine(`database: applied ${applied.length} migration${applied.length === 1 ? '' : 's'}`)

    if (config.tracesTo !== null) {
      const { openTracing } = await import('./tracing.ts')
      closers.push(openTracing({ url: config.tracesTo, role: config.role, version: hoshiVersion() }))
    }
    const http = createServer()
    const development = isDevelopment ? await openDevelopment(http, projectDir) : null
    if (development) closers.push(() => development.close())
    const hoshi = createHoshi(config, {
      connectionString: database.connectionString,
      secret: await obtainSecret(config),
      log,
      loadBuild: development?.loadBuild ?? loadProductionBuild(projectDir),
      clientDir: isDevelopment ? null : join(projectDir, 'build/client'),
      isDevelopment,
    })
    closers.push(() => hoshi.close())
    await hoshi.start()

    if (config.role !== 'worker') {
      limitConnections(http, connectionLimits(config))
      http.on('request', development?.wrap(hoshi.listener) ?? hoshi.listener)
      closers.push(await listen(http, config.host, config.port))
      printReady(config, http)
      printFirstAdmin(config, await hoshi.rooms.identity.issueFirstAdminToken())
      await hoshi.demo.start().then(printDemoAccounts, (error) => log.error({ err: error }, 'demo: starting failed'))
    } else {
      const { workerPort } = config.metrics
      if (workerPort !== null) {
        limitConnections(http, connectionLimits(config))
        http.on('request', hoshi.operations)
        closers.push(await listen(http, config.host, workerPort, 'METRICS_PORT'))
        printMetrics(config, http)
      }
      printLine('running the jobs')
    }
    const signal = await signalled
    printLine(`${signal}: stopping`)
  } finally {
    for (const close of closers.reverse()) {
      await close().catch((error) => log.error({ err: error }, 'stopping: closing a part failed'))
    }
  }
  printLine('stopped')
}

/** Removes expired unfinished uploads if the disk is full, since the database does not start on a full disk. */
async function freeDiskSpace({ dataDir, diskReserveBytes }: Config): Promise<void> {
  const filesDir = join(dataDir, 'files')
  if (!existsSync(filesDir)) return
  const disk = createDiskStorage(filesDir)
  const uploadFiles = createGrowingUploads(disk)
  await createDiskSpace({ uploadFiles, clock: systemClock, reserveBytes: diskReserveBytes }).availableBytes()
}

/** Exits before everything has closed, or even opened: the next start recovers from the state on disk. */
function exitUnfinished(signal: NodeJS.Signals): void {
  printLine(`${signal}: stopped without waiting for the rest`)
  process.exit()
}

/** @returns a function that stops the server: idle connections close immediately, busy ones after 2 s at most */
function listen(
  http: ReturnType<typeof createServer>,
  host: string,
  port: number,
  setting: SettingName = 'PORT',
): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? `the port is already in use; set ${setting} to another one` : error.message
      reject(new Error(`Cannot listen on ${host}:${port}: ${why}.`))
    })
    http.listen(port, host, () =>
      resolve(async () => {
        const closed = new Promise<void>((done) => http.close(() => done()))
        http.closeIdleConnections()
        // Streams and slow downloads would not end.
        const timer = setTimeout(() => http.closeAllConnections(), 2000)
        await closed
        clearTimeout(timer)
      }),
    )
  })
}
