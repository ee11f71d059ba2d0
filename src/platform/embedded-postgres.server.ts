import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { acquireFolderLock, type FolderLock, folderLockHolder } from './folder-lock.server.ts'
import type { Log } from './log.server.ts'
import type { PostgresAccount } from './postgres-account.server.ts'
import { findPostgresBinaries } from './postgres-binaries.server.ts'
import { acceptsConnections, PostgresCluster, socketUrl } from './postgres-cluster.server.ts'
import { type PostgresFolders, preparePostgresFolders, prepareSocketFolder } from './postgres-folders.server.ts'

export interface EmbeddedPostgres {
  /** A Unix socket URL, the same for the entire life of this object. */
  connectionString: string
  /** Whether this process runs the server; false when it has joined another process's. */
  readonly isOwner: boolean
  /** Stops the server if this process runs it; a joined one keeps running. */
  stop(): Promise<void>
}

interface OwnerRecord {
  socketFolder: string
}

/** The database of another process, which has no way to tell when it accepts connections. */
const JOIN_POLL_MS = 100
/** Time for the server of another process to start, replay its write-ahead log and accept a connection. */
const JOIN_LIMIT_MS = 60_000
/** Time between two looks at whether the owner still lives: a killed process announces nothing. */
const OWNER_CHECK_MS = 1_000

/**
 * Runs PostgreSQL from the installed packages on `<dataDir>/postgres`, or joins the live process that already does.
 *
 * Leftovers of a killed process are cleared first, and a server that dies is restarted until `stop`. When the process
 * that runs the server ends, one of those that joined it takes over at the same URL: a Hoshi that was started during an
 * audit must not lose its database when the audit ends.
 *
 * @param sync off only for the database of a test run: commits are not forced to the disk, and it takes more connections
 * @param joinLimitMs how long to wait for the server of another process; a minute by default
 * @param environment variables that a test passes to the server, which inherits none from this process
 * @throws Error in an operator's words when PostgreSQL cannot run here
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: Log
  sync?: boolean
  environment?: Record<string, string>
  joinLimitMs?: number
}): Promise<EmbeddedPostgres> {
  const { log, sync = true, environment = {}, joinLimitMs = JOIN_LIMIT_MS } = options
  const { folders, account } = preparePostgresFolders(options.dataDir, log)
  const lockFolder = join(folders.home, 'owners')
  const note: OwnerRecord = { socketFolder: prepareSocketFolder(folders.home, account) }

  let folderLock: FolderLock | null = null
  let cluster: PostgresCluster | null = null

  const runCluster = async (acquired: FolderLock) => {
    try {
      cluster = openCluster({ folders, account, socketFolder: note.socketFolder, sync, environment, log })
      await cluster.start()
      folderLock = acquired
    } catch (error) {
      acquired.release()
      throw error
    }
  }

  const joinUntil = performance.now() + joinLimitMs
  for (;;) {
    const lock = acquireFolderLock(lockFolder, note)
    if (lock.isOwn) {
      await runCluster(lock)
      break
    }
    note.socketFolder = lock.note.socketFolder
    if (await acceptsConnections(socketUrl(note.socketFolder))) {
      log.info({ owner: lock.pid }, 'Joined the database that another process runs.')
      break
    }
    if (performance.now() > joinUntil)
      throw new Error(`The database that process ${lock.pid} runs does not respond. Stop that process and start again.`)
    await pause(JOIN_POLL_MS)
  }

  const ownerCheck = new Poller(
    async () => {
      if (folderLock || folderLockHolder(lockFolder) !== null) return
      const lock = acquireFolderLock(lockFolder, note)
      if (!lock.isOwn) return
      log.warn({}, 'The process that ran the database has ended; this process takes over.')
      await runCluster(lock)
    },
    (error) => log.error({ err: error }, 'Taking over the database failed.'),
  )

  return {
    connectionString: socketUrl(note.socketFolder),
    get isOwner() {
      return folderLock !== null
    },
    async stop() {
      await ownerCheck.end()
      await cluster?.stop()
      folderLock?.release()
      folderLock = null
    },
  }
}

function openCluster(options: {
  folders: PostgresFolders
  account: PostgresAccount
  socketFolder: string
  sync: boolean
  environment: Record<string, string>
  log: Log
}): PostgresCluster {
  const binaries = findPostgresBinaries(options.account, options.folders.home, options.log)
  return new PostgresCluster({ ...options, binaries })
}

/** Repeats a check, one at a time, without keeping the process alive. */
class Poller {
  readonly #timer: NodeJS.Timeout
  #current: Promise<void> = Promise.resolve()
  #busy = false

  constructor(check: () => Promise<void>, onFailure: (error: unknown) => void) {
    this.#timer = setInterval(() => {
      if (this.#busy) return
      this.#busy = true
      this.#current = check()
        .catch(onFailure)
        .finally(() => {
          this.#busy = false
        })
    }, OWNER_CHECK_MS).unref()
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    await this.#current
  }
}
