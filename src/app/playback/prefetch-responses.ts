/**
 * Prefetches the first segments of a video for the player on this page. Responses stay unread until the player takes
 * them, so the browser fetches no more of a large one than it buffers for a slow reader: about half a megabyte.
 *
 * @returns a function that cancels the prefetch, unless a player has already taken a response
 */
export function prefetchResponses(urls: string[]): () => void {
  const controller = new AbortController()
  window.earlyMedia ??= { responses: {}, playback: null }
  const { responses } = window.earlyMedia
  for (const url of urls) {
    const response = fetch(url, { signal: controller.signal, priority: 'low' })
    response.then(
      ({ ok }) => !ok && evict(url, response),
      () => evict(url, response),
    )
    responses[url] = response
  }
  return () => {
    if (!urls.every((url) => responses[url])) return
    for (const url of urls) delete responses[url]
    controller.abort()
  }
}

/** Evicts a failed response, so that the player requests it again. */
function evict(url: string, response: Promise<Response>): void {
  const { responses } = window.earlyMedia ?? {}
  if (responses?.[url] === response) delete responses[url]
}
