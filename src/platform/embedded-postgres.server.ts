import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { claimFolder, holderOf, type OwnClaim } from './folder-claim.server.ts'
import type { Log } from './log.server.ts'
import type { PostgresAccount } from './postgres-account.server.ts'
import { findPostgresBinaries } from './postgres-binaries.server.ts'
import { answers, PostgresCluster, socketUrl } from './postgres-cluster.server.ts'
import { type PostgresFolders, preparePostgresFolders, prepareSocketFolder } from './postgres-folders.server.ts'

export interface EmbeddedPostgres {
  /** A Unix socket URL, the same for the whole life of this object. */
  connectionString: string
  /** Whether this process runs the server, or has joined one that another process runs. */
  readonly owned: boolean
  /** Stops the server when this process runs it; one that was joined stays. */
  stop(): Promise<void>
}

interface Claimed {
  socketFolder: string
}

const JOIN_POLL_MS = 100
const OWNER_CHECK_MS = 1_000

/**
 * Runs PostgreSQL from the installed packages on `<dataDir>/postgres`, or joins the live process that already does.
 *
 * Whatever a killed process left behind is cleared first, and a server that dies is started again until `stop`. When
 * the process that was joined ends, one of those that joined it carries on with the server at the same address.
 *
 * @param sync off only for the database of a test run: commits are not forced to the disk, and it takes more connections
 * @param environment what the server is given of a test's own environment; none of this process's otherwise
 * @throws Error in an operator's words when PostgreSQL cannot run here
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: Log
  sync?: boolean
  environment?: Record<string, string>
}): Promise<EmbeddedPostgres> {
  const { log, sync = true, environment = {} } = options
  const { folders, account } = preparePostgresFolders(options.dataDir, log)
  const claims = join(folders.home, 'owners')
  const address: Claimed = { socketFolder: prepareSocketFolder(folders.home, account) }

  let claim: OwnClaim | null = null
  let cluster: PostgresCluster | null = null

  const take = async (own: OwnClaim) => {
    try {
      cluster = openCluster({ folders, account, socketFolder: address.socketFolder, sync, environment, log })
      await cluster.start()
      claim = own
    } catch (error) {
      own.release()
      throw error
    }
  }

  for (;;) {
    const found = claimFolder(claims, address)
    if (found.mine) {
      await take(found)
      break
    }
    address.socketFolder = found.note.socketFolder
    if (await answers(socketUrl(address.socketFolder))) {
      log.info({ owner: found.pid }, 'Joined the database that another process runs.')
      break
    }
    await pause(JOIN_POLL_MS)
  }

  const watch = new Watch(
    async () => {
      if (claim || holderOf(claims) !== null) return
      const found = claimFolder(claims, address)
      if (!found.mine) return
      log.warn({}, 'The process that ran the database has ended. Carrying on with it here.')
      await take(found)
    },
    (error) => log.error({ err: error }, 'The database could not be carried on.'),
  )

  return {
    connectionString: socketUrl(address.socketFolder),
    get owned() {
      return claim !== null
    },
    async stop() {
      await watch.end()
      await cluster?.stop()
      claim?.release()
      claim = null
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

/** Looks again and again, one look at a time, without keeping the process alive. */
class Watch {
  readonly #timer: NodeJS.Timeout
  #look: Promise<void> = Promise.resolve()
  #busy = false

  constructor(look: () => Promise<void>, onFailure: (error: unknown) => void) {
    this.#timer = setInterval(() => {
      if (this.#busy) return
      this.#busy = true
      this.#look = look()
        .catch(onFailure)
        .finally(() => {
          this.#busy = false
        })
    }, OWNER_CHECK_MS).unref()
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    await this.#look
  }
}
