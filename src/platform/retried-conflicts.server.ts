import { setTimeout as pause } from 'node:timers/promises'
import {
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionBuilder,
  type TransactionSettings,
} from 'kysely'

const conflicts: readonly unknown[] = ['40P01', '40001']

/** A deadlock or a serialization failure: PostgreSQL has undone everything, and the same may go well a moment later. */
function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && conflicts.includes(error.code)
}

/** So that a transaction that waited for what was undone goes first; two attempts at once would meet again. */
const PAUSE_MS = 100

async function twiceAtMost<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!isConflict(error)) throw error
    await pause(PAUSE_MS * (1 + Math.random()))
    return await run()
  }
}

/** Gives each transaction of this database a second attempt after a conflict. What it does outside of the database must bear that. */
export function retryTransactions<Tables>(db: Kysely<Tables>): void {
  const begin = db.transaction.bind(db)
  db.transaction = () => retried(begin())
}

function retried<Tables>(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const { execute, setIsolationLevel, setAccessMode } = builder
  builder.execute = (callback) => twiceAtMost(() => execute.call(builder, callback) as ReturnType<typeof callback>)
  builder.setIsolationLevel = (level) => retried(setIsolationLevel.call(builder, level))
  builder.setAccessMode = (mode) => retried(setAccessMode.call(builder, mode))
  return builder
}

/** Gives each statement outside of a transaction a second attempt after a conflict. */
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
    connection.isAlone = false
    await this.#driver.beginTransaction(connection, settings)
  }

  commitTransaction(connection: RetryingConnection): Promise<void> {
    return this.#driver.commitTransaction(connection)
  }

  rollbackTransaction(connection: RetryingConnection): Promise<void> {
    return this.#driver.rollbackTransaction(connection)
  }

  releaseConnection(connection: RetryingConnection): Promise<void> {
    return this.#driver.releaseConnection(connection.connection as never)
  }

  destroy(): Promise<void> {
    return this.#driver.destroy()
  }
}

/** Lent for one statement or one transaction. */
class RetryingConnection implements DatabaseConnection {
  readonly connection: DatabaseConnection
  /** Whether each statement stands for itself. */
  isAlone = true

  constructor(connection: DatabaseConnection) {
    this.connection = connection
  }

  executeQuery: DatabaseConnection['executeQuery'] = (query) => {
    const run = () => this.connection.executeQuery<never>(query)
    return this.isAlone ? twiceAtMost(run) : run()
  }

  streamQuery: DatabaseConnection['streamQuery'] = (query, size) => this.connection.streamQuery(query, size)
}
