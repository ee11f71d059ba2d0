/** How long a value that many ask for is answered from memory at most. @see docs/product.md#limits */
export const SHARED_MS = 1000
/** A database that takes longer for one row is in trouble: nothing is shared, and the read reports that itself. */
export const MAX_READ_MS = 2000
/** Most values of one reader. */
const MAX_VALUES = 100

interface SharedRead<Value> {
  version: number
  startedAt: number
  value: Promise<Value>
}

/** The value of a key: one that was read less than a second ago and that no change has followed, or a new one. */
export type ShareRead<Value> = (key: string, read: () => Promise<Value>) => Promise<Value>

/**
 * Shares values that are the same for everybody, so that they may not be changed.
 *
 * @param readVersion resolves to a number read after the call, higher after each change on any process
 */
export function shareReads<Value>(readVersion: () => Promise<number>, now: () => number = Date.now): ShareRead<Value> {
  const reads = new Map<string, SharedRead<Value>>()

  function store(key: string, read: SharedRead<Value>): void {
    // The oldest are first.
    reads.delete(key)
    reads.set(key, read)
    for (const oldest of reads.keys()) {
      if (reads.size <= MAX_VALUES) break
      reads.delete(oldest)
    }
    read.value.catch(() => {
      if (reads.get(key) === read) reads.delete(key)
    })
  }

  return async (key, readValue) => {
    const version = await inTime(readVersion())
    if (version === null) return readValue()
    const known = reads.get(key)
    if (known?.version === version && Math.abs(now() - known.startedAt) < SHARED_MS) return known.value
    const read = { version, startedAt: now(), value: readValue() }
    // A change by another process may have been seen since, and a newer value stored.
    if ((known?.version ?? 0) <= version) store(key, read)
    return read.value
  }
}

/** Null when the value could not be read, or not in time. */
export function inTime<Value>(reading: Promise<Value>): Promise<Value | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), MAX_READ_MS)
    reading.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer))
  })
}
