import { pause } from './api.ts'

/** Bytes that go out stop for this long, and the server is asked whether it can be reached. */
const QUIET_MS = 2_000
/** How long that may take. Both together are the three seconds of docs/product.md#upload. */
const PROBE_MS = 1_000
/** Pauses before it is asked again. */
const ASK_AGAIN_SECONDS = [1, 2, 3, 5]
/** A connection that is back has moved by then, if it ever does. */
const SETTLE_MS = 10_000

/**
 * Notices that a connection is lost, sooner than a browser whose packets go nowhere. It only says so: the line may be
 * slow, and then what is on its way arrives.
 */
export interface LineWatch {
  /** Falls when the server can be reached again and what was being sent does not go on by itself. */
  readonly stuck: AbortSignal
  /** Something went out. */
  moved(): void
  end(): void
}

/**
 * @param onLost told each second; `seconds` until the server is asked again, 0 while it is
 * @param isReachable whether the server answers at all
 */
export function watchLine(
  onLost: (seconds: number) => void,
  isReachable: (signal: AbortSignal) => Promise<boolean> = probe,
): LineWatch {
  const stuck = new AbortController()
  const over = new AbortController()
  let roused = new AbortController()
  let movedAt = performance.now()

  async function watch(): Promise<void> {
    while (!over.signal.aborted) {
      const seenAt = movedAt
      const quietMs = performance.now() - seenAt
      const isStill = () => !over.signal.aborted && movedAt === seenAt
      if (quietMs < QUIET_MS && isOnline()) await sleep(QUIET_MS - quietMs)
      else if (await reaches()) movedAt = performance.now()
      else if (isStill()) await askAgain(isStill)
    }
  }

  async function askAgain(isStill: () => boolean): Promise<void> {
    for (let asked = 0; isStill(); asked += 1) {
      roused = new AbortController()
      const pauseSeconds = ASK_AGAIN_SECONDS[Math.min(asked, ASK_AGAIN_SECONDS.length - 1)]!
      for (let left = pauseSeconds; left > 0 && isStill() && !roused.signal.aborted; left -= 1) {
        onLost(left)
        await sleep(1000)
      }
      if (!isStill()) return
      onLost(0)
      if (!(await reaches())) continue
      await pause(SETTLE_MS, over.signal)
      if (isStill()) stuck.abort(new Error('nothing goes out any more'))
      return
    }
  }

  function sleep(ms: number): Promise<void> {
    if (roused.signal.aborted) roused = new AbortController()
    return pause(ms, AbortSignal.any([over.signal, roused.signal]))
  }

  const reaches = () => isReachable(AbortSignal.any([over.signal, AbortSignal.timeout(PROBE_MS)]))

  // The browser's own word is asked for at once.
  for (const change of ['offline', 'online'])
    globalThis.addEventListener?.(change, () => roused.abort(), { signal: over.signal })
  void watch()
  return {
    stuck: stuck.signal,
    moved() {
      movedAt = performance.now()
    },
    end: () => over.abort(),
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
