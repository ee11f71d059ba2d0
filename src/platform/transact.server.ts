import type { Kysely, Transaction, TransactionSettings } from 'kysely'
import { retryOnConflict } from './conflict-retry.server.ts'

/**
 * Runs `work` in a transaction, which is committed when it resolves and rolled back when it throws. After a deadlock or
 * a serialization failure `work` runs once more, so its effects outside the database must tolerate that.
 *
 * @param db not a transaction: Kysely does not nest them
 */
export function transact<Tables, Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
  { isolationLevel, accessMode }: TransactionSettings = {},
): Promise<Result> {
  return retryOnConflict(() => {
    let transaction = db.transaction()
    if (isolationLevel) transaction = transaction.setIsolationLevel(isolationLevel)
    if (accessMode) transaction = transaction.setAccessMode(accessMode)
    return transaction.execute(work)
  })
}
