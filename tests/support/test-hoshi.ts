import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DemoProgramme } from '#demo/programme.ts'
import type { Clock } from '#platform/clock.ts'
import { createLog, type Log } from '#platform/log.server.ts'
import type { Mail } from '#platform/mail.ts'
import { type Config, readConfig } from '#server/config.ts'
import { createHoshi, type RunningHoshi, type Surroundings } from '#server/hoshi.ts'
import { connectionLimits, limitConnections } from '#server/http/connections.server.ts'
import { loadProductionBuild } from '#server/screens-build.ts'
import { Secret } from '#server/secret.ts'
import { PATIENCE_MS } from './patience.ts'
import { quickPasswords } from './quick-passwords.server.ts'
import { createTestDatabase } from './test-database.server.ts'

export interface TestHoshi {
  hoshi: RunningHoshi
  /** Origin that the server answers on. */
  url: string
  config: Config
  dataDir: string
  connectionString: string
  /** Every mail sent so far. */
  mails: Mail[]
  close(): Promise<void>
}

export interface TestHoshiOptions {
  /** Settings, also by the origin that it will answer on. */
  environment?: Record<string, string> | ((url: string) => Record<string, string>)
  clock?: Clock
  /** Another one whose database, folder and secret this one shares, as a second node does. Closed before it. */
  beside?: TestHoshi
  demoProgramme?: DemoProgramme
  demoDir?: string
  stream?: Surroundings['stream']
  /** Silent by itself. */
  log?: Log
  /** How long connections may stand still. */
  pace?: Surroundings['pace']
  /** Limits of Node's own server, before Hoshi sets its own. */
  serverOptions?: ServerOptions
  /** Hashes passwords as the product does, at a tenth of a second each. */
  hasSlowPasswords?: boolean
}

const projectDir = join(import.meta.dirname, '../..')

/** The whole of Hoshi on a database and a folder of its own, listening on a free port of loopback. */
export async function createTestHoshi(options: TestHoshiOptions = {}): Promise<TestHoshi> {
  const { beside } = options
  const database = beside ? null : await createTestDatabase()
  const connectionString = beside?.connectionString ?? database!.connectionString
  const dataDir = beside?.dataDir ?? (await mkdtemp(join(tmpdir(), 'hoshi-test-')))
  // An idle connection stays: one that ends just as it is used again would be a matter of who is quicker.
  const http = createServer({ keepAliveTimeout: 0, ...options.serverOptions })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const { port } = http.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const { environment } = options
  const settings = typeof environment === 'function' ? environment(url) : environment
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    DEMO: 'off',
    // The disk that tests run on is not theirs.
    DISK_RESERVE_BYTES: String(64 * 1024 ** 2),
    ...settings,
  })
  const mails: Mail[] = []
  const hoshi = createHoshi(config, {
    connectionString,
    secret: new Secret('a secret that only tests know of, long enough'),
    log: options.log ?? createLog(config.logLevel),
    loadBuild: loadProductionBuild(projectDir),
    clientDir: join(projectDir, 'build/client'),
    isDevelopment: false,
    // Who waits behind a slow writer waits as long as it takes.
    uploadWaitMs: PATIENCE_MS,
    mailer: {
      async send(mail) {
        mails.push(mail)
      },
    },
    ...(options.hasSlowPasswords ? {} : { passwords: quickPasswords }),
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.pace ? { pace: options.pace } : {}),
    ...(options.demoProgramme ? { demoProgramme: options.demoProgramme } : {}),
    ...(options.demoDir ? { demoDir: options.demoDir } : {}),
    ...(options.stream ? { stream: options.stream } : {}),
  })
  limitConnections(http, connectionLimits(config))
  http.on('request', hoshi.listener)
  await hoshi.start()
  return {
    hoshi,
    url,
    config,
    dataDir,
    connectionString,
    mails,
    async close() {
      http.closeAllConnections()
      await new Promise<void>((closed) => http.close(() => closed()))
      await hoshi.close()
      if (!database) return
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
