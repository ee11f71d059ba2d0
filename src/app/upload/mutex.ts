/** A lock with one holder at a time; waiters acquire it in the order of their requests. */
export interface Mutex {
  /** Whether `acquire` resolves immediately. */
  readonly isFree: boolean
  /**
   * Waits for the lock.
   * @returns a function that releases the lock to the next waiter
   * @throws the signal's reason when it aborts first
   */
  acquire(signal: AbortSignal): Promise<() => void>
}

export function createMutex(): Mutex {
  const waiters: (() => void)[] = []
  let isLocked = false

  function release(): void {
    const next = waiters.shift()
    if (next) next()
    else isLocked = false
  }

  return {
    get isFree() {
      return !isLocked
    },
    async acquire(signal) {
      signal.throwIfAborted()
      if (isLocked) {
        await new Promise<void>((resolve, reject) => {
          const grant = () => {
            signal.removeEventListener('abort', abandon)
            resolve()
          }
          const abandon = () => {
            waiters.splice(waiters.indexOf(grant), 1)
            reject(signal.reason)
          }
          signal.addEventListener('abort', abandon, { once: true })
          waiters.push(grant)
        })
      }
      isLocked = true
      let isReleased = false
      return () => {
        if (!isReleased) release()
        isReleased = true
      }
    },
  }
}
