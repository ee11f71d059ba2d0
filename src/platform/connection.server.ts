import pg from 'pg'

/** How long the database may take, in milliseconds. @see docs/operate/database.md */
export interface DatabaseLimits {
  /** To accept a connection, and to have one free in the pool. */
  connectMs: number
  /** For one statement, by the server's own clock. */
  statementMs: number
  /** Of which waiting for a lock. */
  lockMs: number
  /** Until an answer is here. More than a statement may take, so that a server that works says itself that it was too long. */
  answerMs: number
  /** Between two looks at a connection on which there is nothing else to be heard. */
  checkMs: number
}

export const databaseLimits: DatabaseLimits = {
  connectMs: 5_000,
  statementMs: 10_000,
  lockMs: 5_000,
  answerMs: 12_000,
  checkMs: 5_000,
}

/** A process that stopped in the middle of a transaction holds its rows no longer than this. */
const IDLE_IN_TRANSACTION_MS = 60_000
/** When nothing was heard from the other side for this long, the system asks whether it is still there. */
export const KEEP_ALIVE_MS = 10_000
// The same the other way round: what a machine held that has gone is free again after 20 s. The default is two hours.
const SERVER_KEEP_ALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=5'
const CLOSE_MS = 1_000

/** What every connection for requests and jobs is opened with; pg and pg-boss take it. */
export function limited(limits: DatabaseLimits) {
  return {
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    query_timeout: limits.answerMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    options: SERVER_KEEP_ALIVE,
  }
}

/** Whether pg gave up waiting for an answer: the connection is still busy with the question and must not be used again. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** A connection outside the pool, for what belongs to one session: LISTEN and advisory locks. */
export interface OwnConnection {
  /** Asks one question at a time, in order. An answer that does not come ends the connection. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Ends it, also when the server does not answer. `onLost` is not called any more. */
  close(): Promise<void>
}

/**
 * Opens a connection and looks every few seconds whether the server still answers on it.
 *
 * @param heard `onLost` is called once, when it has ended or does not answer; its locks are then free, or will be as soon
 *   as the server takes notice
 */
export async function connectAlone(
  connectionString: string,
  name: string,
  heard: { onLost(error: Error): void; onNotification?(channel: string, payload: string): void },
  limits = databaseLimits,
): Promise<OwnConnection> {
  const client = new pg.Client({ connectionString, application_name: name, ...limited(limits) })
  let isOpen = false
  let turn: Promise<unknown> = Promise.resolve()
  let check: NodeJS.Timeout | undefined

  function end(): boolean {
    const wasOpen = isOpen
    isOpen = false
    clearInterval(check)
    return wasOpen
  }

  function lose(error: Error): void {
    const wasOpen = end()
    // Not asked politely: whoever does not answer does not hear either.
    client.connection.stream.destroy()
    if (wasOpen) heard.onLost(error)
  }

  async function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    try {
      return (await client.query<Row>(text, values)).rows
    } catch (error) {
      if (isUnanswered(error)) lose(error as Error)
      throw error
    }
  }

  function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    // The driver's own queue for several questions is about to go.
    const answer = turn.then(() => ask<Row>(text, values))
    turn = answer.catch(() => {})
    return answer
  }

  client.on('error', lose)
  client.on('end', () => lose(new Error('The connection ended.')))
  client.on('notification', ({ channel, payload }) => heard.onNotification?.(channel, payload ?? ''))
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
      const impatience = setTimeout(() => client.connection.stream.destroy(), CLOSE_MS)
      await client.end().catch(() => {})
      clearTimeout(impatience)
    },
  }
}
