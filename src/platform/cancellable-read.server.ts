import { sql } from 'kysely'
import type { Db, Trx } from './database.server.ts'
import { transact } from './transact.server.ts'

/** How long one statement may take before PostgreSQL ends it. */
export interface ReadLimits {
  statementMs: number
}

/**
 * Reads one snapshot on one connection. When the signal aborts, the running statement is cancelled in PostgreSQL.
 * Statements use neither parallel workers nor JIT, so that their cost is predictable.
 *
 * @throws the error of `read`, or the signal's reason once it is aborted
 */
export async function readCancellable<Read>(
  db: Db,
  { statementMs }: ReadLimits,
  signal: AbortSignal | undefined,
  read: (db: Db) => Promise<Read>,
): Promise<Read> {
  signal?.throwIfAborted()
  const runRead = async (trx: Trx) => {
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
      // Awaited before the connection is released, so that the cancellation can only reach this read.
      await cancelled
    }
  }
  return await transact(db, runRead, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}
