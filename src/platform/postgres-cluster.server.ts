import { type ChildProcess, spawn } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { withConnection } from './connection.server.ts'
import type { Log } from './log.server.ts'
import type { PostgresAccount } from './postgres-account.server.ts'
import type { PostgresBinaries } from './postgres-binaries.server.ts'
import { mkdirPrivate, type PostgresFolders } from './postgres-folders.server.ts'
import { endOrphanedProcesses, FAST_STOP_MS, killServerProcesses } from './postgres-processes.server.ts'

export interface ClusterOptions {
  folders: PostgresFolders
  socketFolder: string
  account: PostgresAccount
  binaries: PostgresBinaries
  /** Off only where the data may be lost with the machine: a test's own database. */
  sync: boolean
  environment: Record<string, string>
  log: Log
}

const USER = 'hoshi'
const DATABASE = 'hoshi'
/** Beginning of the name of a folder that becomes a cluster when it is complete. */
export const CLUSTER_DRAFT = 'pg.new-'
const START_ATTEMPTS = 6
/** PostgreSQL sends no event when it accepts connections. */
const POLL_MS = 25
/** Time between two starts of a server that does not start, which no event would announce. */
const LONGEST_PAUSE_MS = 5_000
/** A server that starts does not accept connections yet, and is asked again. */
const START_LIMITS = { connectionTimeoutMillis: 2_000, query_timeout: 10_000 }
const QUICK_STOP_MS = 5_000
const LOG_MAX_BYTES = 8 * 1024 * 1024
const LOG_CHECK_MS = 60_000

/** A URL that node-postgres accepts, for a server that listens on a Unix socket only. */
export function socketUrl(socketFolder: string, database = DATABASE): string {
  return `postgres://${USER}@/${database}?host=${encodeURIComponent(socketFolder)}`
}

/** Whether the server behind the URL accepts a connection now. */
export async function acceptsConnections(connectionString: string): Promise<boolean> {
  return withConnection({ connectionString, ...START_LIMITS }, async () => true).catch(() => false)
}

/** One embedded PostgreSQL: creates its cluster, starts its server, restarts it when it dies, and stops it. */
export class PostgresCluster {
  readonly #options: ClusterOptions
  #child: ChildProcess | null = null
  #initdb: ChildProcess | null = null
  #stopping = false
  #restarting: Promise<void> = Promise.resolve()
  #logCheck: NodeJS.Timeout | undefined

  constructor(options: ClusterOptions) {
    this.#options = options
  }

  /** Resolves when the server accepts connections and its database exists. */
  async start(): Promise<void> {
    this.#stopping = false
    process.on('exit', this.#interruptNow)
    try {
      await this.#clearDrafts()
      if (!existsSync(join(this.#options.folders.cluster, 'PG_VERSION'))) await this.#create()
      await this.#startServer()
    } catch (error) {
      await this.stop()
      throw error
    }
    this.#logCheck = setInterval(() => this.#boundLog(), LOG_CHECK_MS).unref()
  }

  /** Fast shutdown: open transactions roll back, everything committed is on disk. Safe to call at any time. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#logCheck)
    this.#initdb?.kill('SIGTERM')
    await this.#restarting
    const child = this.#child
    if (child && isRunning(child)) {
      child.kill('SIGINT')
      if (!(await exitsWithin(child, FAST_STOP_MS))) {
        child.kill('SIGQUIT')
        if (!(await exitsWithin(child, QUICK_STOP_MS))) await endOrphanedProcesses(this.#options.folders.cluster)
      }
    }
    this.#child = null
    process.off('exit', this.#interruptNow)
  }

  readonly #interruptNow = (): void => {
    this.#initdb?.kill('SIGTERM')
    this.#child?.kill('SIGINT')
  }

  async #clearDrafts(): Promise<void> {
    const { home } = this.#options.folders
    for (const name of readdirSync(home)) {
      if (!name.startsWith(CLUSTER_DRAFT)) continue
      await killServerProcesses(join(home, name))
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 5 })
    }
  }

  /** Creates the cluster as a draft and renames it when complete; an interrupted draft is deleted at the next start. */
  async #create(): Promise<void> {
    const { folders, account, binaries, sync, log } = this.#options
    log.info({ folder: folders.cluster, account: account.name }, 'Creating the database, once.')
    const draft = join(folders.home, `${CLUSTER_DRAFT}${process.pid}-${Date.now()}`)
    mkdirPrivate(draft, account)
    const locale = ['--locale=C.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const options = ['-D', draft, '-U', USER, '-E', 'UTF8', ...locale, '-A', 'trust', ...(sync ? [] : ['--no-sync'])]
    const output = openSync(folders.log, 'a', 0o600)
    const initdb = spawn(binaries.initdb, options, {
      ...this.#spawnOptions(),
      // Found by its folder, like every PostgreSQL process, if this process is killed first.
      cwd: draft,
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    this.#initdb = initdb
    const code = await exitCode(initdb)
    this.#initdb = null
    if (code !== 0) {
      rmSync(draft, { recursive: true, force: true, maxRetries: 5 })
      throw new Error(`PostgreSQL could not create its database: ${logTail(folders.log)}`)
    }
    renameSync(draft, folders.cluster)
    const home = openSync(folders.home, 'r')
    fsyncSync(home)
    closeSync(home)
  }

  async #startServer(): Promise<void> {
    const { folders, log } = this.#options
    for (let attempt = 1; !this.#stopping; attempt++) {
      const { endedCount: leftovers } = await endOrphanedProcesses(folders.cluster)
      if (leftovers > 0) log.warn({ leftovers }, 'Ended database processes that a killed parent had left.')
      const child = this.#spawnServer()
      if (await this.#untilReady(child)) {
        child.once('exit', (code, signal) => this.#onExit(code, signal))
        // It may have died before this listener was added, and then the event was missed.
        if (isRunning(child)) return
      }
      if (attempt >= START_ATTEMPTS) throw new Error(`PostgreSQL does not start: ${logTail(folders.log)}`)
      await pause(Math.min(250 * attempt, LONGEST_PAUSE_MS))
    }
    throw new Error('PostgreSQL was stopped while it started.')
  }

  #spawnServer(): ChildProcess {
    const { folders, socketFolder, binaries, sync } = this.#options
    this.#boundLog()
    const settings = {
      listen_addresses: '',
      unix_socket_directories: socketFolder,
      // Test runs have many instances of Hoshi on one server.
      max_connections: sync ? '100' : '400',
      shared_buffers: '128MB',
      // The default of 1 GiB is more than the disk reserve may leave free (512 MiB).
      max_wal_size: '256MB',
      fsync: sync ? 'on' : 'off',
      synchronous_commit: 'on',
      // Each of the hundreds of databases of a test run would get a process now and then.
      autovacuum: sync ? 'on' : 'off',
      full_page_writes: sync ? 'on' : 'off',
      TimeZone: 'UTC',
      log_timezone: 'UTC',
      log_checkpoints: 'off',
      // Error details quote values of the row, and personal data must not be logged.
      log_error_verbosity: 'terse',
    }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const output = openSync(folders.log, 'a', 0o600)
    const child = spawn(binaries.postgres, ['-D', folders.cluster, ...options], {
      ...this.#spawnOptions(),
      stdio: ['ignore', output, output],
      // Ctrl-C in a terminal reaches the entire process group; the database must outlive the requests that are still
      // served.
      detached: true,
    })
    closeSync(output)
    child.on('error', (error) => this.#options.log.error({ err: error }, 'PostgreSQL could not be run.'))
    this.#child = child
    return child
  }

  #spawnOptions() {
    const { account, folders, environment } = this.#options
    const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC', ...environment }
    return { ...account.switch, cwd: folders.home, env }
  }

  async #untilReady(child: ChildProcess): Promise<boolean> {
    const { socketFolder, log } = this.#options
    let lastLoggedAt = performance.now()
    while (isRunning(child) && !this.#stopping) {
      if (await createDatabase(socketFolder)) return true
      if (performance.now() - lastLoggedAt > LONGEST_PAUSE_MS) {
        lastLoggedAt = performance.now()
        log.info({}, 'Waiting for the database to replay its write-ahead log.')
      }
      await pause(POLL_MS)
    }
    return false
  }

  #onExit(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#stopping) return
    this.#options.log.error({ code, signal }, 'The database server died. Starting it again.')
    this.#restarting = this.#restart()
  }

  async #restart(): Promise<void> {
    for (let pauseMs = 100; !this.#stopping; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      await pause(pauseMs)
      try {
        await this.#startServer()
        this.#options.log.info({}, 'The database server is back.')
        return
      } catch (error) {
        if (!this.#stopping) this.#options.log.error({ err: error }, 'The database server does not come back yet.')
      }
    }
  }

  /**
   * Bounds the log file, with one older copy. The server appends through its own descriptor, so truncating in place is
   * safe.
   */
  #boundLog(): void {
    const { log: path } = this.#options.folders
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < LOG_MAX_BYTES) return
    copyFileSync(path, `${path}.1`)
    truncateSync(path)
  }
}

async function createDatabase(socketFolder: string): Promise<boolean> {
  const connectionString = socketUrl(socketFolder, 'postgres')
  return withConnection({ connectionString, ...START_LIMITS }, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
    return true
  }).catch(() => false)
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

function exitCode(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', (code) => resolve(code))
  })
}

async function exitsWithin(child: ChildProcess, withinMs: number): Promise<boolean> {
  if (!isRunning(child)) return true
  const timeout = new AbortController()
  const exited = new Promise<boolean>((resolve) => child.once('exit', () => resolve(true)))
  const late = pause(withinMs, false, { signal: timeout.signal }).catch(() => false)
  return Promise.race([exited, late]).finally(() => timeout.abort())
}

function logTail(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim().split('\n').slice(-4).join(' | ')
  } catch {
    return `see ${path}`
  }
}
