import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { createLog } from '#platform/log.server.ts'
import { migrate } from '#platform/migrations.server.ts'
import { createDiskRoom } from '#video/disk-room.server.ts'
import { type Config, ConfigurationError, readConfig } from './config.ts'
import { openDatabaseServer } from './database-server.ts'
import { createHoshi } from './hoshi.ts'
import { connectionLimits, limitConnections } from './http/connections.server.ts'
import { announceDemo, announceStart, say } from './say.ts'
import { loadProductionBuild, openDevelopment } from './screens-build.ts'
import { obtainSecret } from './secret-file.ts'
import { onceSignalled } from './signals.ts'

const projectDir = join(import.meta.dirname, '../..')
const isDevelopment = process.argv.includes('--dev')

/** Service managers and containers kill what has not ended 10 s after it was asked to. */
const STOP_LIMIT_MS = 9_500

try {
  await run()
} catch (error) {
  if (error instanceof ConfigurationError) {
    for (const problem of error.problems) say(problem)
  } else {
    say(error instanceof Error ? error.message : String(error))
    if (error instanceof Error && error.cause) console.error(error)
  }
  process.exitCode = 1
}
// Connections to a database that does not answer, and runs of ffmpeg that were told to end, must not hold up the end.
process.exit()

/** Opens everything in order, serves until a signal, closes everything in reverse. */
async function run(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const signalled = onceSignalled()
  void signalled.then((signal) => setTimeout(() => giveUp(signal), STOP_LIMIT_MS).unref())
  const closers: (() => Promise<void>)[] = []
  try {
    await makeRoom(config).catch((error) => log.error({ err: error }, 'storage: the disk cannot be looked at'))
    const database = await openDatabaseServer(config, log)
    closers.push(() => database.stop())
    if (process.getuid?.() === 0) say('this is root; docs/operate/service.md has Hoshi run as a user of its own')
    const applied = await migrate(database.connectionString)
    if (applied.length > 0) say(`database: applied ${applied.length} migration${applied.length === 1 ? '' : 's'}`)

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
      announceStart(config, http)
      await hoshi.demo.begin().then(announceDemo, (error) => log.error({ err: error }, 'demo: it did not begin'))
    } else {
      say('working the jobs')
    }
    const signal = await signalled
    say(`${signal}: stopping`)
  } finally {
    for (const close of closers.reverse()) {
      await close().catch((error) => log.error({ err: error }, 'stopping: a part did not close'))
    }
  }
  say('stopped')
}

/** On a disk without room the database does not start: what uploads of another day left goes first. */
async function makeRoom({ dataDir, diskReserveBytes }: Config): Promise<void> {
  const filesDir = join(dataDir, 'files')
  if (!existsSync(filesDir)) return
  const storage = createDiskStorage(filesDir)
  await createDiskRoom({ storage, clock: systemClock, reserveBytes: diskReserveBytes }).bytes()
}

/** Whatever has not closed by now, or not even opened, is left: everything begins from what is written down. */
function giveUp(signal: NodeJS.Signals): void {
  say(`${signal}: stopped without waiting for the rest`)
  process.exit()
}

/** @returns what stops taking requests: idle connections at once, busy ones after a moment */
function listen(http: ReturnType<typeof createServer>, host: string, port: number): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'that port is taken; set PORT to another one' : error.message
      reject(new Error(`Cannot listen on ${host}:${port}: ${why}.`))
    })
    http.listen(port, host, () =>
      resolve(async () => {
        const closed = new Promise<void>((done) => http.close(() => done()))
        http.closeIdleConnections()
        const impatience = setTimeout(() => http.closeAllConnections(), 2000)
        await closed
        clearTimeout(impatience)
      }),
    )
  })
}
