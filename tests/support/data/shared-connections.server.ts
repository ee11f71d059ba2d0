import pg from 'pg'

/** The connections that tests share, by connection string. */
const pools = new Map<string, pg.Pool>()

/** Callers that wait for each other's locks need more than one. */
const MAX_CONNECTIONS = 4

/**
 * Keeps connections to a database of this run open for tests, until `closeConnections`. Opening one and ending it took 30 ms of
 * processor time on the machine of the proof.
 */
export function keepConnections(connectionString: string): pg.Pool {
  const kept = pools.get(connectionString)
  if (kept) return kept
  const pool = new pg.Pool({ connectionString, max: MAX_CONNECTIONS, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The server may stop before this process does.
  pool.on('error', () => {})
  pools.set(connectionString, pool)
  return pool
}

/** The kept connections to a database; undefined for one that may stop or go away while tests run. */
export function keptConnections(connectionString: string): pg.Pool | undefined {
  return pools.get(connectionString)
}

export async function closeConnections(connectionString: string): Promise<void> {
  const pool = pools.get(connectionString)
  pools.delete(connectionString)
  await pool?.end()
}
