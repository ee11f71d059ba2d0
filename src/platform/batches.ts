import { isRefusedValue } from './lasting-error.ts'

interface Pending<Item, Result> {
  item: Item
  resolve(result: Result | null): void
  reject(error: unknown): void
}

const MAX_BATCH_SIZE = 500

export interface BatchesParts<Item, Result> {
  /**
   * Stores or reads a batch in one transaction, one result per item, in the same order. After a batch that a single item may
   * have failed, its halves follow in turn.
   */
  run(batch: Item[]): Promise<(Result | null)[]>
  /** Whether an error means that something belonging to an item is gone; that item's result is then null. */
  isGone(error: unknown): boolean
}

/**
 * Batches items while the previous batch runs: an idle server responds after one query, a busy one needs few. There is no
 * timer.
 *
 * @returns adds an item; resolves once its batch is committed
 */
export function createBatches<Item, Result>({ run, isGone }: BatchesParts<Item, Result>) {
  let pending: Pending<Item, Result>[] = []
  let isRunning = false

  async function runAll(): Promise<void> {
    if (isRunning) return
    isRunning = true
    while (pending.length > 0) {
      const batch = pending.slice(0, MAX_BATCH_SIZE)
      pending = pending.slice(MAX_BATCH_SIZE)
      await settle(batch)
    }
    isRunning = false
  }

  /** Settles every item of the batch; never throws. */
  async function settle(batch: Pending<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [index, each] of batch.entries()) each.resolve(results[index] ?? null)
    } catch (error) {
      // Without the item at fault the others can succeed. Any other error would only come once more.
      if (batch.length > 1 && isRefusedValue(error)) {
        const middle = batch.length >> 1
        await settle(batch.slice(0, middle))
        await settle(batch.slice(middle))
      } else if (isGone(error)) for (const each of batch) each.resolve(null)
      else for (const each of batch) each.reject(error)
    }
  }

  return (item: Item): Promise<Result | null> =>
    new Promise((resolve, reject) => {
      pending.push({ item, resolve, reject })
      void runAll()
    })
}
