import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type Transaction } from 'kysely'
import pg from 'pg'
import { databaseLimits, isUnanswered, limited } from './connection.server.ts'
import { RetryingDriver, retryTransactions } from './retried-conflicts.server.ts'

/** The database before a room names its tables: `db.withTables<{ … }>()`. */
export type NoTables = Record<never, never>
export type Db = Kysely<NoTables>
export type Trx = Transaction<NoTables>

export interface Database {
  db: Db
  close(): Promise<void>
}

/** The pool is so busy that one more would wait in vain: an outage, as far as whoever asks is concerned. */
export class DatabaseBusy extends Error {
  readonly code = 'database_busy'

  constructor() {
    super('Too many are waiting for the database.')
    this.name = 'DatabaseBusy'
  }
}

// Counts and sums are bigint in PostgreSQL; every one of ours stays far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Whoever comes later than this many is refused at once. */
const WAITING_MAX = 500
const CLOSE_MS = 1_000

/**
 * Opens the pool. Nothing connects until the first query, and a lost server is found again by the next one. No query waits
 * longer than the limits say; an answer that does not come ends its connection. Statements and transactions that a deadlock
 * or a serialization failure has undone are tried once more.
 *
 * @param onIdleError hears of connections that die while idle; without a listener they would end the process
 */
export function openDatabase(
  connectionString: string,
  onIdleError: (error: Error) => void,
  max = 20,
  { waitingMax = WAITING_MAX, limits = databaseLimits } = {},
): Database {
  const pool = new pg.Pool({ connectionString, max, application_name: 'hoshi', ...limited(limits) })
  pool.on('error', (error) => {
    // A server that is stopped with this pool may end a connection before it hears its goodbye.
    if (!pool.ending) onIdleError(error)
  })
  // While a connection is acquired the pool does not listen to it. Its query fails and says so, and a connection that
  // died between two queries is not used again; unheard, its error would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const config = { pool: careful(pool, waitingMax) }
  const dialect = new PostgresDialect(config)
  dialect.createDriver = () => new RetryingDriver(config)
  const db = new Kysely<NoTables>({ dialect })
  retryTransactions(db)
  return {
    db,
    async close() {
      const limit = Promise.withResolvers<void>()
      const impatience = setTimeout(limit.resolve, CLOSE_MS)
      await Promise.race([db.destroy(), limit.promise])
      clearTimeout(impatience)
    },
  }
}

/**
 * Kysely gives connections back without saying how they fared. One that has left a question unanswered would be given to
 * the next with that question, and perhaps a transaction, still open on it: it is thrown away.
 */
function careful(pool: pg.Pool, waitingMax: number): PostgresPool {
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
          if (isUnanswered(error)) failure = error as Error
          throw error
        }
      }
      // Its other signature takes a cursor, and nothing here streams.
      return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(failure) }
    },
    end: () => pool.end(),
  }
}
