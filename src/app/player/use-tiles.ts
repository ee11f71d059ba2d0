import { useEffect, useRef, useState } from 'react'
import { readTiles, type Tiles } from './storyboard.ts'

/** Delay after a failed fetch, so that not every pointer move retries it. */
const RETRY_DELAY_MS = 3000

/**
 * The storyboard tiles of a video, fetched on the first `load`; null before, and if there are none. A later `load`
 * retries a failed fetch.
 *
 * @param storyboard URL of the WebVTT file; null while the video has none
 */
export function useTiles(storyboard: string | null): { tiles: Tiles | null; load: () => void } {
  const [loaded, setLoaded] = useState<{ url: string; tiles: Tiles | null } | null>(null)
  const requestedUrl = useRef<string | null>(null)
  const failedAt = useRef(Number.NEGATIVE_INFINITY)
  const activeController = useRef<AbortController | null>(null)
  useEffect(() => () => activeController.current?.abort(), [])

  const load = () => {
    if (storyboard === null || requestedUrl.current === storyboard) return
    if (performance.now() - failedAt.current < RETRY_DELAY_MS) return
    requestedUrl.current = storyboard
    activeController.current?.abort()
    const controller = new AbortController()
    activeController.current = controller
    fetchTiles(storyboard, controller.signal).then(
      (tiles) => setLoaded({ url: storyboard, tiles }),
      () => {
        if (activeController.current !== controller) return
        requestedUrl.current = null
        failedAt.current = performance.now()
      },
    )
  }
  return { tiles: loaded !== null && loaded.url === storyboard ? loaded.tiles : null, load }
}

async function fetchTiles(url: string, signal: AbortSignal): Promise<Tiles | null> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`storyboard response ${response.status}`)
  return readTiles(await response.text(), response.url)
}
