/** One at a time, in the order in which they came. */
export interface Turns {
  /** Whether whoever comes now goes at once. */
  readonly isFree: boolean
  /**
   * Waits for its turn.
   * @returns ends the turn; the next one begins
   * @throws the signal's reason when it falls first
   */
  take(signal: AbortSignal): Promise<() => void>
}

export function createTurns(): Turns {
  const line: (() => void)[] = []
  let isTaken = false

  function end(): void {
    const next = line.shift()
    if (next) next()
    else isTaken = false
  }

  return {
    get isFree() {
      return !isTaken
    },
    async take(signal) {
      signal.throwIfAborted()
      if (isTaken) {
        await new Promise<void>((resolve, reject) => {
          const begin = () => {
            signal.removeEventListener('abort', leave)
            resolve()
          }
          const leave = () => {
            line.splice(line.indexOf(begin), 1)
            reject(signal.reason)
          }
          signal.addEventListener('abort', leave, { once: true })
          line.push(begin)
        })
      }
      isTaken = true
      let isOver = false
      return () => {
        if (!isOver) end()
        isOver = true
      }
    },
  }
}
