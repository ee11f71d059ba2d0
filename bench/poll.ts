import { setTimeout as pause } from 'node:timers/promises'

/** Frequent enough to measure time, rare enough not to load the server. */
const POLL_INTERVAL_MS = 50
const TIMEOUT_MS = 300_000

/**
 * Polls until `check` returns something.
 * @param options time between polls, and the overall limit, where the defaults do not fit
 * @throws Error when the limit passes first
 */
export async function pollUntil<Result>(
  check: () => Promise<Result | null>,
  { everyMs = POLL_INTERVAL_MS, patienceMs = TIMEOUT_MS } = {},
): Promise<Result> {
  const limit = performance.now() + patienceMs
  while (performance.now() < limit) {
    const result = await check()
    if (result !== null) return result
    await pause(everyMs)
  }
  throw new Error(`The video did not reach the expected state within ${Math.round(patienceMs / 60_000)} minutes.`)
}
