import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'

/** The database before a room names its tables: `db.withTables<{ … }>()`. */
export type NoTables = Record<never, never>
export type Db = Kysely<NoTables>
export type Trx = Transaction<NoTables>

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

// Counts and sums are bigint in PostgreSQL; every one of ours stays far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Opens the pool. Nothing connects until the first query, and a lost server is found again by the next one.
 *
 * @param onIdleError hears of connections that die while idle; without a listener they would end the process
 */
export function openDatabase(connectionString: string, onIdleError: (error: Error) => void, max = 20): Database {
  const pool = new pg.Pool({ connectionString, max, connectionTimeoutMillis: 5000, application_name: 'hoshi' })
  pool.on('error', onIdleError)
  // While a connection is lent out the pool does not listen to it. Its query fails and says so, and a connection that
  // died between two queries is not lent out again; unheard, its error would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<NoTables>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}
