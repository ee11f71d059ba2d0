/** How long a refused stream waits before it is opened again: nothing announces when the server takes it. */
const RETRY_MS = 10_000

/**
 * Calls back with the number of unread notifications, at once and after each change, while the page is visible: a browser
 * allows only six connections per site, for all its tabs.
 *
 * @returns a function that ends it
 */
export function followUnread(onUnread: (count: number) => void): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    clearTimeout(timer)
    if (source !== null && source.readyState !== EventSource.CLOSED) return
    source = new EventSource('/api/v1/me/notifications/live')
    source.addEventListener('unread', ({ data }: MessageEvent<string>) => {
      const { count } = JSON.parse(data) as { count: number }
      onUnread(count)
    })
    source.addEventListener('error', () => {
      // An EventSource reconnects after a lost connection, but not after a refusal.
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY_MS)
    })
  }

  function close(): void {
    clearTimeout(timer)
    source?.close()
    source = null
  }

  const handleVisibility = () => (document.visibilityState === 'hidden' ? close() : open())
  handleVisibility()
  document.addEventListener('visibilitychange', handleVisibility)
  window.addEventListener('pagehide', close)
  window.addEventListener('pageshow', handleVisibility)
  return () => {
    close()
    document.removeEventListener('visibilitychange', handleVisibility)
    window.removeEventListener('pagehide', close)
    window.removeEventListener('pageshow', handleVisibility)
  }
}
