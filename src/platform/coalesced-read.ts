/**
 * Coalesces concurrent reads: each caller gets the result of a read that began after its call, and at most one read runs
 * at a time. Callers that arrive while one runs share the next.
 */
export function coalesceReads<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | null = null
  let next: Promise<Value> | null = null

  function start(): Promise<Value> {
    const started = read()
    running = started
    const settle = () => {
      if (running === started) running = null
    }
    started.then(settle, settle)
    return started
  }

  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null
        return start()
      })
    return next
  }
}
