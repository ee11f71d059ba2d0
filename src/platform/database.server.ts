import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import { RetryingDriver } from './conflict-retry.server.ts'
import { connectionOptions, databaseLimits, isQueryTimeout } from './connection.server.ts'

/** The database without table types; each room adds its own: `db.withTables<{ … }>()`. */
export type NoTables = Record<never, never>
export type Db = Kysely<NoTables>
export type Trx = Transaction<NoTables>

/** The connections of a pool. */
export interface PoolUsage {
  /** Most that it opens. */
  max: number
  used: number
  idle: number
  /** Callers that wait for one. */
  waiting: number
}

export interface Database {
  db: Db
  usage(): PoolUsage
  close(): Promise<void>
}

/** Thrown when the pool's queue is full: an outage for the caller. */
export class DatabaseBusy extends Error {
  readonly code = 'database_busy'

  constructor() {
    super('Too many callers are waiting for the database.')
    this.name = 'DatabaseBusy'
  }
}

// Counts and sums are bigint in PostgreSQL; all of ours stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Longest queue for the pool; further callers are refused immediately. */
const WAITING_MAX = 500
/** The longest that closing may take: a server that hangs does not answer. */
const CLOSE_MS = 1_000

/**
 * Opens the pool, which connects on the first query and reconnects after the server was lost. The limits bind every
 * query; one without a response ends its connection. A statement rolled back by a deadlock or a serialization failure
 * is retried once; `transact` does the same for transactions.
 *
 * @param onIdleError called when a connection dies while idle; without a listener its error would end the process
 */
export function openDatabase(
  connectionString: string,
  onIdleError: (error: Error) => void,
  max = 20,
  { waitingMax = WAITING_MAX, limits = databaseLimits } = {},
): Database {
  const pool = new pg.Pool({ connectionString, max, application_name: 'hoshi', ...connectionOptions(limits) })
  pool.on('error', (error) => {
    // A server that stops together with this pool may end a connection first.
    if (!pool.ending) onIdleError(error)
  })
  // The pool does not listen to an acquired connection. If it dies, its query fails, and the pool does not reuse it;
  // without a listener, its error event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const config = { pool: withDiscardedTimeouts(pool, waitingMax) }
  const db = new Kysely<NoTables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new RetryingDriver(config),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return {
    db,
    usage() {
      const { totalCount, idleCount, waitingCount } = pool
      return { max, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
    },
    async close() {
      const limit = Promise.withResolvers<void>()
      const timer = setTimeout(limit.resolve, CLOSE_MS)
      await Promise.race([db.destroy(), limit.promise])
      clearTimeout(timer)
    },
  }
}

/**
 * Kysely releases connections without reporting failures. One with an unfinished query would be reused with that query,
 * and perhaps a transaction, still open on it: it is destroyed instead.
 */
function withDiscardedTimeouts(pool: pg.Pool, waitingMax: number): PostgresPool {
  return {
    async connect() {
      if (pool.waitingCount >= waitingMax) throw new DatabaseBusy()
      const client = await pool.connect()
      let failure: Error | undefined
      async function query(text: string, values: readonly unknown[]) {
        if (failure) throw failure
        try {
          return await client.query(text, [...values])
        } catch (error) {
          if (isQueryTimeout(error)) failure = error as Error
          throw error
        }
      }
      // The other signature takes a cursor, which this project does not use.
      return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(failure) }
    },
    end: () => pool.end(),
  }
}
