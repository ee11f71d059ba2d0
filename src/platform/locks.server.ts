import { createHash } from 'node:crypto'
import { connectAlone, databaseLimits, type OwnConnection } from './connection.server.ts'
import type { Log } from './log.server.ts'

/** A lock that is held until released, or until the connection that holds it dies. */
export interface HeldLock {
  /** Aborted when the lock is lost: whoever works under it must stop. */
  lost: AbortSignal
  release(): Promise<void>
}

/** Exclusive locks across every process on the same database. */
export interface Locks {
  /** Takes the lock if nobody holds it; null otherwise. Never waits for the holder. */
  tryHold(name: string): Promise<HeldLock | null>
  close(): Promise<void>
}

/**
 * Session advisory locks on one dedicated connection: PostgreSQL frees them the moment this process dies, however it
 * dies. One session may take the same advisory lock twice, so names held here are remembered beside it.
 */
export function openLocks(connectionString: string, log: Log, limits = databaseLimits): Locks {
  let connection: Promise<OwnConnection> | null = null
  const held = new Map<string, AbortController>()

  function connect(): Promise<OwnConnection> {
    if (connection) return connection
    const onLost = (error: Error) => drop(opening, error)
    const opening = connectAlone(connectionString, 'hoshi locks', { onLost }, limits)
    opening.catch(() => {
      if (connection === opening) connection = null
    })
    connection = opening
    return opening
  }

  function drop(which: Promise<OwnConnection>, error: Error): void {
    if (connection !== which) return
    connection = null
    if (held.size > 0) log.warn({ err: error, held: held.size }, 'locks: connection lost, and the locks with it')
    for (const controller of held.values()) controller.abort(error)
    held.clear()
  }

  return {
    async tryHold(name) {
      if (held.has(name)) return null
      const controller = new AbortController()
      held.set(name, controller)
      const key = lockKey(name)
      try {
        const own = await connect()
        const [row] = await own.query<{ taken: boolean }>('select pg_try_advisory_lock($1::bigint) as taken', [key])
        if (!row!.taken) {
          held.delete(name)
          return null
        }
        controller.signal.throwIfAborted()
        return {
          lost: controller.signal,
          async release() {
            if (held.get(name) !== controller) return
            // Freed in PostgreSQL first: until then nobody here may think that it is free.
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
