import { pause } from './api.ts'

/** Bytes that go out stop for this long, and the server is asked whether it can be reached. */
const QUIET_MS = 2_000
/** How long that may take. Both together are the three seconds of docs/product.md#upload. */
const PROBE_MS = 1_000

/** Notices that the connection is lost, sooner than a browser whose packets go nowhere. */
export interface LineWatch {
  /** Falls when the connection is lost. */
  readonly lost: AbortSignal
  /** Something came or went. */
  moved(): void
  end(): void
}

/** @param isReachable whether the server answers at all */
export function watchLine(isReachable: (signal: AbortSignal) => Promise<boolean> = probe): LineWatch {
  const lost = new AbortController()
  const over = new AbortController()
  let movedAt = performance.now()
  const lose = () => lost.abort(new Error('connection lost'))

  async function watch(): Promise<void> {
    while (!over.signal.aborted && !lost.signal.aborted) {
      const quietMs = performance.now() - movedAt
      if (quietMs < QUIET_MS) await pause(QUIET_MS - quietMs, over.signal)
      else if (await isReachable(AbortSignal.any([over.signal, AbortSignal.timeout(PROBE_MS)]))) moved()
      else if (performance.now() - movedAt >= quietMs) lose()
    }
  }

  function moved(): void {
    movedAt = performance.now()
  }

  globalThis.addEventListener?.('offline', lose, { signal: over.signal })
  void watch()
  return { lost: lost.signal, moved, end: () => over.abort() }
}

async function probe(signal: AbortSignal): Promise<boolean> {
  try {
    await fetch('/healthz', { cache: 'no-store', signal })
    return true
  } catch {
    return false
  }
}
