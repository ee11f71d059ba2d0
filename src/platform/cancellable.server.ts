import { sql } from 'kysely'
import type { Db } from './database.server.ts'

/** How long one statement may take before PostgreSQL ends it. */
export interface ReadLimits {
  statementMs: number
}

/**
 * Reads on one connection and of one moment, until nobody wants the answer any more: the statement that runs then is
 * cancelled in PostgreSQL. Statements are planned for one processor and never compiled, so that each costs the same.
 *
 * @throws whatever `read` throws; when the signal is aborted, the signal's own reason
 */
export async function readWhileWanted<Read>(
  db: Db,
  { statementMs }: ReadLimits,
  signal: AbortSignal | undefined,
  read: (db: Db) => Promise<Read>,
): Promise<Read> {
  signal?.throwIfAborted()
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return await reading.execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`
      select pg_backend_pid() as pid, set_config('statement_timeout', ${String(statementMs)}, true),
        set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)
    `.execute(trx)
    let cancelled: Promise<unknown> = Promise.resolve()
    const cancel = () => {
      // A server that cannot be reached has nothing to cancel.
      cancelled = sql`select pg_cancel_backend(${rows[0]!.pid})`.execute(db).catch(() => undefined)
    }
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      signal?.throwIfAborted()
      return await read(trx)
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      signal?.removeEventListener('abort', cancel)
      // The connection is somebody else's afterwards; until then the cancellation can meet nothing but this reading.
      await cancelled
    }
  })
}
