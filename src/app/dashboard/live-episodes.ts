import type { ListNews } from './own-list.ts'
import { readOwnRow } from './own-row.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** A page that nobody looks at gives its connection back: a browser has only six of them for one site. */
const HIDDEN_AT_MOST_MS = 60_000

export interface LiveListener {
  hear(news: ListNews): void
  /** A new connection knows nothing of what came before it: the list is to be asked for. */
  missed(): void
}

/** Follows the own episodes until the returned function is called, and comes back by itself when the connection is lost. */
export function followOwnEpisodes({ hear, missed }: LiveListener): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = FIRST_PAUSE_MS

  function open(): void {
    clearTimeout(timer)
    source?.close()
    const opened = new EventSource('/api/v1/me/episodes/live')
    source = opened
    // Later openings of the same source tell the server where they left off.
    opened.addEventListener('open', missed, { once: true })
    opened.addEventListener('open', () => {
      pauseMs = FIRST_PAUSE_MS
    })
    for (const type of ['episode', 'removed', 'refresh'] as const)
      opened.addEventListener(type, ({ data }: MessageEvent<string>) => {
        const news = readNews(type, data)
        if (news) hear(news)
      })
    opened.addEventListener('error', () => {
      // A lost connection comes back by itself; one that was answered with a refusal does not.
      if (opened.readyState !== EventSource.CLOSED) return
      timer = setTimeout(open, pauseMs)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    })
  }

  function close(): void {
    clearTimeout(timer)
    source?.close()
    source = null
  }

  function looked(): void {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(close, HIDDEN_AT_MOST_MS)
    else if (source === null || source.readyState === EventSource.CLOSED) open()
  }

  const shown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) open()
  }
  open()
  document.addEventListener('visibilitychange', looked)
  window.addEventListener('pagehide', close)
  window.addEventListener('pageshow', shown)
  return () => {
    close()
    document.removeEventListener('visibilitychange', looked)
    window.removeEventListener('pagehide', close)
    window.removeEventListener('pageshow', shown)
  }
}

/** One event as the list takes it; null for what cannot be read. */
export function readNews(type: 'episode' | 'removed' | 'refresh', data: string): ListNews | null {
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
