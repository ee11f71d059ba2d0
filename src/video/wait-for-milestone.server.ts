import type { Events } from '#platform/events.server.ts'
import { videoChannel } from './video-events.server.ts'
import type { VideoMilestone } from './video-host.ts'
import type { VideoRow } from './video-rows.server.ts'

interface WaitParts {
  events: Events
  read(): Promise<VideoRow>
  /** True at a hosted service, whose reports may not arrive. */
  changesWithoutEvents: boolean
}

interface Wait {
  uid: string
  milestone: VideoMilestone
  timeoutMs: number
  signal: AbortSignal | undefined
}

/** Interval for videos that change without events, and while events are being lost. */
const POLL_INTERVAL_MS = 1000
const RECHECK_INTERVAL_MS = 10_000

/**
 * Reads a video's row after each of its events, until it has reached the milestone or failed, or the time is over.
 * @throws the signal's reason when it aborts; errors of `read`
 */
export async function waitForMilestone(parts: WaitParts, wait: Wait): Promise<VideoRow> {
  const { events, read, changesWithoutEvents } = parts
  const { uid, milestone, timeoutMs, signal } = wait
  const until = performance.now() + timeoutMs
  let wake = () => {}
  const recheck = () => wake()
  const stop = events.subscribe(
    videoChannel,
    (event) => {
      if (event.uid === uid) recheck()
    },
    recheck,
  )
  signal?.addEventListener('abort', recheck)
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve
      })
      signal?.throwIfAborted()
      const row = await read()
      const left = until - performance.now()
      if (hasReached(row, milestone) || left <= 0) return row
      const pollMs = changesWithoutEvents || !events.isListening() ? POLL_INTERVAL_MS : RECHECK_INTERVAL_MS
      const timer = setTimeout(recheck, Math.min(left, pollMs))
      await changed
      clearTimeout(timer)
    }
  } finally {
    stop()
    signal?.removeEventListener('abort', recheck)
  }
}

/** A failed video ends every wait. */
function hasReached({ state, probed_at, percent_complete }: VideoRow, milestone: VideoMilestone): boolean {
  if (state === 'error') return true
  if (milestone === 'measured') return probed_at !== null
  return state === 'ready' && (milestone === 'ready' || percent_complete === 100)
}
