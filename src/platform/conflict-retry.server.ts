import { setTimeout as pause } from 'node:timers/promises'
import {
  type DatabaseConnection,
  type Driver,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'

const conflicts: readonly unknown[] = ['40P01', '40001']

/**
 * Whether it is a deadlock or a serialization failure: PostgreSQL has rolled everything back, and a retry may succeed.
 */
function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && conflicts.includes(error.code)
}

/** Lets the transaction that waited for this one go first; simultaneous retries would conflict again. */
const PAUSE_MS = 100

/** Runs it once, and a second time after a conflict. */
export async function retryOnConflict<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!isConflict(error)) throw error
    await pause(PAUSE_MS * (1 + Math.random()))
    return await run()
  }
}

/** Kysely's driver for PostgreSQL, which retries a statement outside a transaction once after a conflict. */
export class RetryingDriver implements Driver {
  readonly #driver: PostgresDriver

  constructor(config: PostgresDialectConfig) {
    this.#driver = new PostgresDriver(config)
  }

  init(): Promise<void> {
    return this.#driver.init()
  }

  async acquireConnection(): Promise<RetryingConnection> {
    return new RetryingConnection(await this.#driver.acquireConnection())
  }

  async beginTransaction(connection: RetryingConnection, settings: TransactionSettings): Promise<void> {
    connection.isInTransaction = true
    await this.#driver.beginTransaction(connection, settings)
  }

  commitTransaction(connection: RetryingConnection): Promise<void> {
    return this.#driver.commitTransaction(connection)
  }

  rollbackTransaction(connection: RetryingConnection): Promise<void> {
    return this.#driver.rollbackTransaction(connection)
  }

  releaseConnection(connection: RetryingConnection): Promise<void> {
    // PostgresDriver expects its own connection type, which it does not export.
    return this.#driver.releaseConnection(connection.connection as never)
  }

  destroy(): Promise<void> {
    return this.#driver.destroy()
  }
}

/** A connection acquired for one statement or one transaction. */
class RetryingConnection implements DatabaseConnection {
  readonly connection: DatabaseConnection
  isInTransaction = false

  constructor(connection: DatabaseConnection) {
    this.connection = connection
  }

  executeQuery: DatabaseConnection['executeQuery'] = (query) => {
    const run = () => this.connection.executeQuery<never>(query)
    return this.isInTransaction ? run() : retryOnConflict(run)
  }

  streamQuery: DatabaseConnection['streamQuery'] = (query, size) => this.connection.streamQuery(query, size)
}
