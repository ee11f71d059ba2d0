/** Delays between attempts, in seconds; the last one repeats. */
const RETRY_SECONDS = [1, 2, 4, 8, 15]
/** How long a video waits for media behind a failing connection before it counts as stopped. */
export const STOPPED_AFTER_MS = 10_000

interface ReconnectionOptions {
  /** Requests the missing media again. Called when nothing else is under way. */
  resume(): void
  /** The video has waited too long; called again after each attempt that fails. Attempts go on. */
  onStopped(): void
  /** Media have arrived after that. */
  onRecovered(): void
}

/** The delay before an attempt, in milliseconds. @param attempt counted from 0 */
export function retryDelayMs(attempt: number): number {
  return (RETRY_SECONDS[Math.min(attempt, RETRY_SECONDS.length - 1)] ?? 0) * 1000
}

/**
 * Brings the media of a video back after its connection failed: tries again with growing delays, and at once when the
 * browser is online again or the page is looked at. Buffered media keep playing.
 */
export class Reconnection {
  readonly #options: ReconnectionOptions
  #attempts = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #stopTimer: ReturnType<typeof setTimeout> | undefined
  /** Requests have failed since media arrived last. */
  #hasTrouble = false
  /** The video waits for media. */
  #isWaiting = false
  #isStopped = false

  constructor(options: ReconnectionOptions) {
    this.#options = options
  }

  /** A request failed that hls.js repeats. */
  noteTrouble(): void {
    this.#hasTrouble = true
  }

  /** Requests again after a while, when no request is left. */
  noteLost(): void {
    this.#hasTrouble = true
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(() => this.#options.resume(), retryDelayMs(this.#attempts))
    this.#attempts += 1
    if (this.#isStopped) this.#options.onStopped()
  }

  /** Media have arrived. */
  noteLoaded(): void {
    clearTimeout(this.#retryTimer)
    this.#attempts = 0
    this.#hasTrouble = false
    if (!this.#isStopped) return
    this.#isStopped = false
    this.#options.onRecovered()
  }

  /** Whether the video waits for media, as opposed to playing or being paused. */
  setWaiting(isWaiting: boolean): void {
    if (isWaiting === this.#isWaiting) return
    this.#isWaiting = isWaiting
    clearTimeout(this.#stopTimer)
    if (isWaiting) this.#stopTimer = setTimeout(() => this.#checkStopped(), STOPPED_AFTER_MS)
  }

  /** The browser is online again: at once repeats requests that failed, or may wait for an answer that never comes. */
  noteOnline(): void {
    if (this.#hasTrouble || this.#isWaiting) this.#retryNow()
  }

  /** The page is looked at again, perhaps after a sleep of the device: at once repeats requests that failed. */
  noteVisible(): void {
    if (this.#hasTrouble) this.#retryNow()
  }

  /** The viewer asks for another attempt, with the patience of the first one. */
  retryAsked(): void {
    this.#isStopped = false
    this.setWaiting(false)
    this.setWaiting(true)
    this.#retryNow()
  }

  /** Forgets everything: another source takes over, or none. */
  reset(): void {
    clearTimeout(this.#retryTimer)
    clearTimeout(this.#stopTimer)
    this.#attempts = 0
    this.#hasTrouble = false
    this.#isWaiting = false
    this.#isStopped = false
  }

  #retryNow(): void {
    clearTimeout(this.#retryTimer)
    this.#attempts = 0
    this.#options.resume()
  }

  #checkStopped(): void {
    // A slow connection is no lost one.
    if (!this.#hasTrouble) {
      this.#stopTimer = setTimeout(() => this.#checkStopped(), STOPPED_AFTER_MS)
      return
    }
    this.#isStopped = true
    this.#options.onStopped()
  }
}

/** Tells a reconnection when its connection may be back. @param signal ends it */
export function onConnectionBack(reconnection: Reconnection, signal: AbortSignal): void {
  window.addEventListener('online', () => reconnection.noteOnline(), { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && reconnection.noteOnline(), { signal })
  const noteVisible = () => {
    if (document.visibilityState === 'visible') reconnection.noteVisible()
  }
  document.addEventListener('visibilitychange', noteVisible, { signal })
}
