import type { OwnRow } from './own-row.ts'

/** Delay after a refusal, whose end nothing announces; doubled each time. */
const MIN_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
/** A page hidden for this long releases its connection: a browser allows only six per site. */
const MAX_HIDDEN_MS = 60_000

export type LiveRowEvent =
  | { type: 'episode'; row: OwnRow }
  | { type: 'removed'; id: string }
  /** All other episodes are gone. */
  | { type: 'remaining'; ids: string[] }

export interface LiveListener {
  /** Cursor at which its data were loaded: later events complete them. Null or absent when there is none. */
  since?: string | null
  onEvent(event: LiveRowEvent): void
  /** Figures of the whole channel have changed, or may have while the connection was lost. */
  onFigures?(): void
  /** Events may have been missed: the shown data must be fetched. */
  onMissed(): void
  /** The connection has been opened, or lost for now. */
  onLive?(isLive: boolean): void
}

interface Connection {
  /** Calls `onMissed` of the listener once the connection is open. */
  reportMissed(listener: LiveListener): void
  close(): void
}

const listeners = new Set<LiveListener>()
let connection: Connection | null = null

/**
 * Subscribes to the account's own episodes. All subscribers of a page share one connection, which resumes where it ended
 * when it is lost. It begins at the cursor of the first subscriber; later ones get `onMissed`.
 *
 * @returns a function that ends the subscription
 */
export function subscribeToOwnEpisodes(listener: LiveListener): () => void {
  listeners.add(listener)
  if (connection) connection.reportMissed(listener)
  else connection = connect(listener.since ?? null)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    connection?.close()
    connection = null
  }
}

/** @param cursor where the connection begins; null to begin when it opens, so that all listeners get `onMissed` */
function connect(cursor: string | null): Connection {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryMs = MIN_RETRY_MS
  /** Listeners that subscribed before the connection was open, but after it was begun. */
  const late = new Set<LiveListener>()

  /** Whether it was open before: at the first opening, the changes since the page was loaded are known otherwise. */
  let wasOpen = false

  function open(): void {
    clearTimeout(timer)
    source?.close()
    const query = cursor === null ? '' : `?since=${encodeURIComponent(cursor)}`
    const opened = new EventSource(`/api/v1/me/episodes/live${query}`)
    source = opened
    opened.addEventListener('open', () => {
      retryMs = MIN_RETRY_MS
      for (const { onLive } of listeners) onLive?.(true)
      for (const listener of listeners) if (cursor === null || late.has(listener)) listener.onMissed()
      late.clear()
      if (wasOpen) for (const { onFigures } of listeners) onFigures?.()
      wasOpen = true
    })
    opened.addEventListener('figures', () => {
      for (const { onFigures } of listeners) onFigures?.()
    })
    for (const type of ['episode', 'removed', 'refresh'] as const)
      opened.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) => {
        // Empty until the server has sent a first cursor.
        if (lastEventId !== '') cursor = lastEventId
        const event = parseEvent(type, data)
        if (event) for (const { onEvent } of listeners) onEvent(event)
      })
    opened.addEventListener('error', () => {
      for (const { onLive } of listeners) onLive?.(false)
      // An EventSource reconnects after a lost connection, but not after a refusal.
      if (opened.readyState !== EventSource.CLOSED) return
      timer = setTimeout(open, retryMs)
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
    })
  }

  function close(): void {
    clearTimeout(timer)
    source?.close()
    source = null
  }

  function handleVisibility(): void {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(close, MAX_HIDDEN_MS)
    else if (source === null || source.readyState === EventSource.CLOSED) open()
  }

  const handlePageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) open()
  }
  open()
  handleVisibility()
  document.addEventListener('visibilitychange', handleVisibility)
  window.addEventListener('pagehide', close)
  window.addEventListener('pageshow', handlePageShow)
  return {
    reportMissed(listener) {
      if (source?.readyState === EventSource.OPEN) {
        listener.onLive?.(true)
        listener.onMissed()
      } else late.add(listener)
    },
    close() {
      close()
      document.removeEventListener('visibilitychange', handleVisibility)
      window.removeEventListener('pagehide', close)
      window.removeEventListener('pageshow', handlePageShow)
    },
  }
}

/** Parses one event; null when it cannot be read. */
export function parseEvent(type: 'episode' | 'removed' | 'refresh', data: string): LiveRowEvent | null {
  const raw = parse(data)
  const { id, ids } = (raw ?? {}) as { id?: unknown; ids?: unknown }
  if (type === 'episode') return typeof id === 'string' ? { type, row: raw as OwnRow } : null
  if (type === 'removed') return typeof id === 'string' ? { type, id } : null
  return Array.isArray(ids) ? { type: 'remaining', ids: ids.filter((each) => typeof each === 'string') } : null
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return null
  }
}
