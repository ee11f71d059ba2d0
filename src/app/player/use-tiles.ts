import { useEffect, useRef, useState } from 'react'
import { readTiles, type Tiles } from './storyboard.ts'

/** What could not be fetched is not asked for again at every move of a pointer. */
const PAUSE_MS = 3000

/**
 * The small pictures of a film, once somebody has asked to see them; null before, and where there are none. What could
 * not be fetched is asked for again by whoever asks next.
 *
 * @param storyboard address of the WebVTT that names them; null while the film has none
 */
export function useTiles(storyboard: string | null): { tiles: Tiles | null; ask: () => void } {
  const [found, setFound] = useState<{ of: string; tiles: Tiles | null } | null>(null)
  const asked = useRef<string | null>(null)
  const failedAt = useRef(Number.NEGATIVE_INFINITY)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const ask = () => {
    if (storyboard === null || asked.current === storyboard) return
    if (performance.now() - failedAt.current < PAUSE_MS) return
    asked.current = storyboard
    stop.current?.abort()
    const stopped = new AbortController()
    stop.current = stopped
    fetchTiles(storyboard, stopped.signal).then(
      (tiles) => setFound({ of: storyboard, tiles }),
      () => {
        if (stop.current !== stopped) return
        asked.current = null
        failedAt.current = performance.now()
      },
    )
  }
  return { tiles: found !== null && found.of === storyboard ? found.tiles : null, ask }
}

async function fetchTiles(address: string, signal: AbortSignal): Promise<Tiles | null> {
  const answer = await fetch(address, { signal })
  if (!answer.ok) throw new Error(`The storyboard answered ${answer.status}.`)
  return readTiles(await answer.text(), answer.url)
}
