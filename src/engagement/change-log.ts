/** The order in which ids changed, under cursors that say how far a reader has come. */
export interface ChangeLog {
  /** Records a change. @returns the cursor behind it */
  record(id: string): string
  currentCursor(): string
  /** Ids changed since a cursor; null when this log does not reach back so far. */
  since(cursor: string): Set<string> | null
  /** Clears the log: no cursor given out before reaches back far enough. */
  clear(): void
}

/** @param logId begins every cursor: unique among all logs */
export function createChangeLog(logId: string): ChangeLog {
  /** Number of each id's last change, as far as this log reaches back. */
  const changes = new Map<string, number>()
  let lastNumber = 0
  let reachesTo = 0
  const currentCursor = () => `${logId}-${lastNumber}`
  return {
    currentCursor,
    record(id) {
      lastNumber += 1
      changes.set(id, lastNumber)
      return currentCursor()
    },
    since(cursor) {
      const [id, number = ''] = cursor.split('-')
      const position = /^\d{1,15}$/.test(number) ? Number(number) : -1
      if (id !== logId || position < reachesTo || position > lastNumber) return null
      return new Set([...changes].filter(([, at]) => at > position).map(([changed]) => changed))
    },
    clear() {
      changes.clear()
      lastNumber += 1
      reachesTo = lastNumber
    },
  }
}
