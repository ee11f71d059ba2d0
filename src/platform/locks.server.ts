import { createHash } from 'node:crypto'
import { type DedicatedConnection, databaseLimits, openDedicatedConnection } from './connection.server.ts'
import type { Log } from './log.server.ts'

/** A lock that is held until released, or until the connection that holds it dies. */
export interface AcquiredLock {
  /** Seconds since 1970 by PostgreSQL's clock. */
  acquiredAt: number
  /** Aborted when the lock is lost: work under it must stop. */
  lost: AbortSignal
  release(): Promise<void>
}

/** Exclusive locks across all processes on the same database. */
export interface Locks {
  /** Acquires the lock if it is free; null otherwise. Never waits for the holder. */
  tryAcquire(name: string): Promise<AcquiredLock | null>
  close(): Promise<void>
}

/**
 * Session advisory locks on one dedicated connection: PostgreSQL releases them the moment this process dies for
 * any reason. One session may acquire the same advisory lock twice, so the names held here are tracked as well.
 */
export function openLocks(connectionString: string, log: Log, limits = databaseLimits): Locks {
  let connection: Promise<DedicatedConnection> | null = null
  const held = new Map<string, AbortController>()

  function connect(): Promise<DedicatedConnection> {
    if (connection) return connection
    const onLost = (error: Error) => drop(opening, error)
    const opening = openDedicatedConnection(connectionString, 'hoshi locks', { onLost }, limits)
    opening.catch(() => {
      if (connection === opening) connection = null
    })
    connection = opening
    return opening
  }

  function drop(which: Promise<DedicatedConnection>, error: Error): void {
    if (connection !== which) return
    connection = null
    if (held.size > 0) log.warn({ err: error, held: held.size }, 'locks: connection lost, and the locks with it')
    for (const controller of held.values()) controller.abort(error)
    held.clear()
  }

  return {
    async tryAcquire(name) {
      if (held.has(name)) return null
      const controller = new AbortController()
      held.set(name, controller)
      const key = lockKey(name)
      try {
        const own = await connect()
        const [row] = await own.query<{ taken: boolean; now: number }>(
          'select pg_try_advisory_lock($1::bigint) as taken, extract(epoch from clock_timestamp())::float8 as now',
          [key],
        )
        if (!row!.taken) {
          held.delete(name)
          return null
        }
        controller.signal.throwIfAborted()
        return {
          acquiredAt: row!.now,
          lost: controller.signal,
          async release() {
            if (held.get(name) !== controller) return
            // Released in PostgreSQL first: until then it must not look free in this process.
            await own.query('select pg_advisory_unlock($1::bigint)', [key]).catch(() => {})
            if (held.get(name) === controller) held.delete(name)
          },
        }
      } catch (error) {
        if (held.get(name) === controller) held.delete(name)
        throw error
      }
    },
    async close() {
      const last = connection
      connection = null
      held.clear()
      await last?.then((own) => own.close()).catch(() => {})
    },
  }
}

/** PostgreSQL names advisory locks by 64-bit integers. */
function lockKey(name: string): string {
  return createHash('sha256').update(name).digest().readBigInt64BE(0).toString()
}
