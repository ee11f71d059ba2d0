import { delay } from '#app/http/api-client.ts'
import { onRetryNow } from './retry-now.ts'

/** The server is probed when no bytes were sent for this long. */
const IDLE_MS = 2_000
/** Time limit of a probe. Both together are the three seconds of docs/product.md#upload. */
const PING_TIMEOUT_MS = 1_000
/** Delays before further probes. */
const RETRY_DELAYS_SECONDS = [1, 2, 3, 5]
/** A connection that is back but sends nothing within this time is stalled. */
const RESUME_TIMEOUT_MS = 10_000

/**
 * Detects a lost connection sooner than the browser does. It only reports the loss: a slow connection may still deliver
 * the bytes in flight.
 */
export interface ConnectionMonitor {
  /** Aborts when the server can be reached again but sending does not resume. */
  readonly stalled: AbortSignal
  /** Records that bytes were sent. */
  recordProgress(): void
  stop(): void
}

/**
 * @param onLost called each second; `seconds` until the next probe, 0 during one
 * @param isReachable whether the server responds at all
 */
export function monitorConnection(
  onLost: (seconds: number) => void,
  isReachable: (signal: AbortSignal) => Promise<boolean> = probe,
): ConnectionMonitor {
  const stalled = new AbortController()
  const ended = new AbortController()
  let wakeUp = new AbortController()
  let lastProgressAt = performance.now()

  async function runMonitor(): Promise<void> {
    while (!ended.signal.aborted) {
      const seenProgressAt = lastProgressAt
      const idleMs = performance.now() - seenProgressAt
      const isIdle = () => !ended.signal.aborted && lastProgressAt === seenProgressAt
      if (idleMs < IDLE_MS && isOnline()) await sleep(IDLE_MS - idleMs)
      else if (await probeWithTimeout()) lastProgressAt = performance.now()
      else if (isIdle()) await probeUntilReachable(isIdle)
    }
  }

  async function probeUntilReachable(isIdle: () => boolean): Promise<void> {
    for (let attempt = 0; isIdle(); attempt += 1) {
      wakeUp = new AbortController()
      const delaySeconds = RETRY_DELAYS_SECONDS[Math.min(attempt, RETRY_DELAYS_SECONDS.length - 1)]!
      for (let secondsLeft = delaySeconds; secondsLeft > 0 && isIdle() && !wakeUp.signal.aborted; secondsLeft -= 1) {
        onLost(secondsLeft)
        await sleep(1000)
      }
      if (!isIdle()) return
      onLost(0)
      if (!(await probeWithTimeout())) continue
      await delay(RESUME_TIMEOUT_MS, ended.signal)
      if (isIdle()) stalled.abort(new Error('connection stalled'))
      return
    }
  }

  function sleep(ms: number): Promise<void> {
    if (wakeUp.signal.aborted) wakeUp = new AbortController()
    return delay(ms, AbortSignal.any([ended.signal, wakeUp.signal]))
  }

  async function probeWithTimeout(): Promise<boolean> {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), PING_TIMEOUT_MS)
    try {
      return await isReachable(AbortSignal.any([ended.signal, timeout.signal]))
    } finally {
      clearTimeout(timer)
    }
  }

  const wake = () => wakeUp.abort()
  onRetryNow(wake, ended.signal)
  globalThis.addEventListener?.('offline', wake, { signal: ended.signal })
  void runMonitor()
  return {
    stalled: stalled.signal,
    recordProgress() {
      lastProgressAt = performance.now()
    },
    stop: () => ended.abort(),
  }
}

function isOnline(): boolean {
  return globalThis.navigator?.onLine !== false
}

async function probe(signal: AbortSignal): Promise<boolean> {
  try {
    await fetch('/healthz', { cache: 'no-store', signal })
    return true
  } catch {
    return false
  }
}
