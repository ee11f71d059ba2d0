interface Pending<Item, Result> {
  item: Item
  resolve(result: Result | null): void
  reject(error: unknown): void
}

const MAX_BATCH_SIZE = 500

export interface BatchesParts<Item, Result> {
  /**
   * Stores a batch in one transaction, one result per item, in the same order. After a batch that a single item may have
   * failed, its halves are stored in turn.
   */
  store(batch: Item[]): Promise<(Result | null)[]>
  /** Whether an error means that something belonging to an item is gone; that item's result is then null. */
  isGone(error: unknown): boolean
}

/**
 * PostgreSQL's classes of wrong values (22) and violated constraints (23): without the item at fault the others can be
 * stored. Anything else, such as a timeout or a lost connection, would only fail once more.
 */
function isCausedByItem(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23][0-9A-Z]{3}$/.test(String(error.code))
}

/**
 * Batches items while the previous commit runs: an idle server responds after one commit, a busy one needs few commits.
 * There is no timer.
 *
 * @returns adds an item; resolves once it is committed
 */
export function createBatches<Item, Result>({ store, isGone }: BatchesParts<Item, Result>) {
  let pending: Pending<Item, Result>[] = []
  let isStoring = false

  async function storeAll(): Promise<void> {
    if (isStoring) return
    isStoring = true
    while (pending.length > 0) {
      const batch = pending.slice(0, MAX_BATCH_SIZE)
      pending = pending.slice(MAX_BATCH_SIZE)
      await settle(batch)
    }
    isStoring = false
  }

  /** Settles every item of the batch; never throws. */
  async function settle(batch: Pending<Item, Result>[]): Promise<void> {
    try {
      const stored = await store(batch.map(({ item }) => item))
      for (const [index, each] of batch.entries()) each.resolve(stored[index] ?? null)
    } catch (error) {
      if (batch.length > 1 && isCausedByItem(error)) {
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
      void storeAll()
    })
}
