import { type OwnRow, readOwnRow } from './own-row.ts'

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
  onEvent(event: LiveRowEvent): void
  /** A new connection does not replay earlier events: what is shown must be fetched. */
  onMissed(): void
}

const listeners = new Set<LiveListener>()
let connection: { isOpen(): boolean; close(): void } | null = null

/**
 * Subscribes to the account's own episodes. All subscribers of a page share one connection, which reconnects when it is
 * lost.
 *
 * @returns a function that ends the subscription
 */
export function subscribeToOwnEpisodes(listener: LiveListener): () => void {
  listeners.add(listener)
  connection ??= connect({
    onEvent: (event) => {
      for (const each of listeners) each.onEvent(event)
    },
    onMissed: () => {
      for (const each of listeners) each.onMissed()
    },
  })
  // The connection is open already, so this listener gets no event of its opening.
  if (connection.isOpen()) listener.onMissed()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    connection?.close()
    connection = null
  }
}

function connect({ onEvent, onMissed }: LiveListener) {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryMs = MIN_RETRY_MS

  function open(): void {
    clearTimeout(timer)
    source?.close()
    const opened = new EventSource('/api/v1/me/episodes/live')
    source = opened
    // When the same source reconnects, it resumes after its last event.
    opened.addEventListener('open', onMissed, { once: true })
    opened.addEventListener('open', () => {
      retryMs = MIN_RETRY_MS
    })
    for (const type of ['episode', 'removed', 'refresh'] as const)
      opened.addEventListener(type, ({ data }: MessageEvent<string>) => {
        const event = parseEvent(type, data)
        if (event) onEvent(event)
      })
    opened.addEventListener('error', () => {
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
    isOpen: () => source?.readyState === EventSource.OPEN,
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
  if (type === 'episode') {
    const row = readOwnRow(raw)
    return row && { type, row }
  }
  const { id, ids } = (raw ?? {}) as { id?: unknown; ids?: unknown }
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
