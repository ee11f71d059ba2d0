import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DemoContent } from '#demo/content-shape.ts'
import type { Clock } from '#platform/clock.ts'
import { createLog, type Log } from '#platform/log.server.ts'
import type { Mail } from '#platform/mail.ts'
import { type Config, readConfig } from '#server/config.ts'
import { createHoshi, type HoshiDependencies, type RunningHoshi } from '#server/hoshi.ts'
import { connectionLimits, limitConnections } from '#server/http/connections.server.ts'
import { loadProductionBuild } from '#server/screens-build.ts'
import { Secret } from '#server/secret.ts'
import { fastPasswordHashing } from '#tests/support/data/fast-password-hashing.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'

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
  /** Settings, or a function of the origin that gives them. */
  environment?: Record<string, string> | ((url: string) => Record<string, string>)
  clock?: Clock
  /** Another Hoshi whose database, folder and secret this one shares, as a second node. Close this one first. */
  beside?: TestHoshi
  demoProgramme?: DemoContent
  demoDir?: string
  stream?: HoshiDependencies['stream']
  /** The pages of other servers; none by default. */
  fetchPage?: HoshiDependencies['fetchPage']
  /** Silent by default. */
  log?: Log
  /** Limits on idle and slow connections. */
  stallTimeouts?: HoshiDependencies['stallTimeouts']
  /** Limits of Node's own server, before Hoshi sets its own. */
  serverOptions?: ServerOptions
  /** Holds pages of strangers for a second, as the product does; without it they show each change of anything. */
  cachesPages?: boolean
  /** Time of a run that makes a first rendition while others wait. */
  firstEncodeBudgetMs?: number
  /** How long a moderator can take a decision back. */
  undoSeconds?: number
  /** Sign-ups of a network that need no proof of work; as many as a test likes by default. */
  callsWithoutProof?: number
  /** Runs jobs: mails are sent, uploads processed, exports made, until `close`. Without it, jobs are only stored. */
  worksJobs?: boolean
  /** Hashes passwords as the product does, a tenth of a second each. */
  usesRealPasswordHashing?: boolean
}

const projectDir = join(import.meta.dirname, '../../..')

/** A complete Hoshi with its own database and folder, listening on a free loopback port. */
export async function createTestHoshi(options: TestHoshiOptions = {}): Promise<TestHoshi> {
  const { beside } = options
  const database = beside ? null : await createTestDatabase('prepared')
  const connectionString = beside?.connectionString ?? database!.connectionString
  const dataDir = beside?.dataDir ?? (await mkdtemp(join(tmpdir(), 'hoshi-test-')))
  // Idle connections stay open: closing one just as it is reused would be a race.
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
    IMAGE_MODERATION: 'off',
    ROLE: options.worksJobs ? 'all' : 'web',
    // A small reserve, because the tests do not own the disk.
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
    // A request behind a slow writer waits as long as it takes.
    uploadWaitMs: MAX_WAIT_MS,
    mailer: {
      async send(mail) {
        mails.push(mail)
      },
    },
    cachesPages: options.cachesPages ?? false,
    callsWithoutProof: options.callsWithoutProof ?? 10_000,
    fetchPage: options.fetchPage ?? (async () => null),
    ...(options.usesRealPasswordHashing ? {} : { passwords: fastPasswordHashing }),
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.firstEncodeBudgetMs ? { firstEncodeBudgetMs: options.firstEncodeBudgetMs } : {}),
    ...(options.undoSeconds ? { undoSeconds: options.undoSeconds } : {}),
    ...(options.stallTimeouts ? { stallTimeouts: options.stallTimeouts } : {}),
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
