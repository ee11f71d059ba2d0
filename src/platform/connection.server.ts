import pg from 'pg'

/** Time limits for the database, in milliseconds. @see docs/operate/database.md */
export interface DatabaseLimits {
  /** To open a connection, or to get a free one from the pool. */
  connectMs: number
  /** Time limit of one statement, enforced by the server. */
  statementMs: number
  /** Time limit of a wait for a lock, within the statement's time. */
  lockMs: number
  /** Longest wait for a response. Longer than `statementMs`, so that a working server reports its own timeout first. */
  queryMs: number
  /** Time between two checks of a connection that only listens or holds locks. */
  checkMs: number
}

export const databaseLimits: DatabaseLimits = {
  connectMs: 5_000,
  statementMs: 10_000,
  lockMs: 5_000,
  queryMs: 12_000,
  checkMs: 5_000,
}

/** A process that stops in the middle of a transaction holds its row locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 60_000
/** The driver's ten seconds would close connections between two visitors of a small site, and open them again. */
const IDLE_IN_POOL_MS = 60_000
/** Idle time after which the operating system probes the peer. */
const KEEP_ALIVE_MS = 10_000
// The server probes its peers, too: locks of a machine that has disappeared are released after 20 s, not two hours.
const SERVER_KEEP_ALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=5'
/** The longest that closing may take: a server that hangs does not answer. */
const CLOSE_MS = 1_000

/** Options of every connection for requests and jobs, in the form of pg and pg-boss. */
export function connectionOptions(limits: DatabaseLimits) {
  return {
    ...unlimitedQueryOptions(limits),
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    query_timeout: limits.queryMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    idleTimeoutMillis: IDLE_IN_POOL_MS,
  }
}

/** Options of a connection whose queries take as long as they need. */
export function unlimitedQueryOptions({ connectMs }: Pick<DatabaseLimits, 'connectMs'>) {
  return {
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    options: SERVER_KEEP_ALIVE,
  }
}

/** Whether pg gave up waiting for a response: the connection is still busy with the query and must not be reused. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/**
 * Runs `work` on a connection of its own, which is closed then, even when the server does not respond.
 *
 * @throws Error in an operator's words when there is no connection, or no response to a query with a limit
 */
export async function withConnection<Result>(
  options: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(options)
  // A connection that is lost also fails the query on it; without a listener, its event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    client.connection.stream.destroy()
    throw new Error(`The database cannot be reached: ${connectionProblem(error as NodeJS.ErrnoException, options)}.`)
  }
  try {
    return await work(client)
  } catch (error) {
    if (isQueryTimeout(error)) throw new Error('The database does not respond: a query was not answered in time.')
    throw error
  } finally {
    await closeClient(client)
  }
}

function connectionProblem(error: NodeJS.ErrnoException, { connectionTimeoutMillis = 0 }: pg.ClientConfig): string {
  if (error.message === 'timeout expired')
    return `it accepted no connection within ${connectionTimeoutMillis / 1000} seconds`
  // A host with several addresses fails with an error for each, and without a message of its own.
  return error.message || error.code || 'unknown reason'
}

/** Closes a connection, even when the server does not respond. */
async function closeClient(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), CLOSE_MS)
  await client.end().catch(() => {})
  clearTimeout(timer)
}

/** A connection outside the pool, for session state: LISTEN and advisory locks. */
export interface DedicatedConnection {
  /** Runs queries one at a time, in order. A query without a response ends the connection. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Closes it, even when the server does not respond. `onLost` is no longer called. */
  close(): Promise<void>
}

/**
 * Opens a connection and checks every few seconds that the server still responds on it.
 *
 * @param handlers `onLost` is called once, when the connection has ended or does not respond; its locks are then free,
 *   or will be as soon as the server notices
 */
export async function openDedicatedConnection(
  connectionString: string,
  name: string,
  handlers: { onLost(error: Error): void; onNotification?(channel: string, payload: string): void },
  limits = databaseLimits,
): Promise<DedicatedConnection> {
  const client = new pg.Client({ connectionString, application_name: name, ...connectionOptions(limits) })
  let isOpen = false
  let lastQuery: Promise<unknown> = Promise.resolve()
  let check: NodeJS.Timeout | undefined

  function end(): boolean {
    const wasOpen = isOpen
    isOpen = false
    clearInterval(check)
    return wasOpen
  }

  function fail(error: Error): void {
    const wasOpen = end()
    // The protocol's message to close is not sent, since an unresponsive server would not receive it.
    client.connection.stream.destroy()
    if (wasOpen) handlers.onLost(error)
  }

  async function runQuery<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    try {
      return (await client.query<Row>(text, values)).rows
    } catch (error) {
      if (isQueryTimeout(error)) fail(error as Error)
      throw error
    }
  }

  function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    // The driver is about to remove its own query queue.
    const result = lastQuery.then(() => runQuery<Row>(text, values))
    lastQuery = result.catch(() => {})
    return result
  }

  client.on('error', fail)
  client.on('end', () => fail(new Error('The connection ended.')))
  client.on('notification', ({ channel, payload }) => handlers.onNotification?.(channel, payload ?? ''))
  try {
    await client.connect()
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  }
  isOpen = true
  check = setInterval(() => void query('select 1').catch(() => {}), limits.checkMs).unref()
  return {
    query,
    async close() {
      end()
      await closeClient(client)
    },
  }
}
