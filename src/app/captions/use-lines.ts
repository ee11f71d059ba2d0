import { useEffect, useState } from 'react'
import type { Line } from './group-lines.ts'

/** Time without typing after which a search is made. */
const TYPING_MS = 250
/** Lines of one answer, and answers that are read for the list without a search. */
const PAGE = 500
const PAGES_MAX = 4

export interface FoundLines {
  lines: readonly Line[]
  total: number
  /** The search that they answer; empty for all lines. */
  search: string
}

/** The lines of an episode, or those that a search finds; null until they are there. `retry` reads them again after a failure. */
export function useLines(episodeId: string, search: string, isWanted: boolean) {
  const [found, setFound] = useState<FoundLines | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    if (!isWanted) return
    const controller = new AbortController()
    setFailed(false)
    const timer = setTimeout(
      () => {
        readLines(episodeId, search, controller.signal).then(setFound, () => {
          if (!controller.signal.aborted) setFailed(true)
        })
      },
      search === '' ? 0 : TYPING_MS,
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [episodeId, search, isWanted, attempt])
  return { found, hasFailed, retry: () => setAttempt((number) => number + 1) }
}

async function readLines(episodeId: string, search: string, signal: AbortSignal): Promise<FoundLines> {
  const lines: Line[] = []
  let total = 0
  for (let [page, cursor]: [number, string | null] = [0, '']; cursor !== null && page < PAGES_MAX; page += 1) {
    const query = new URLSearchParams({ limit: String(PAGE) })
    if (search !== '') query.set('search', search)
    if (cursor !== '') query.set('cursor', cursor)
    const response = await fetch(`/api/v1/episodes/${episodeId}/lines?${query}`, { signal })
    if (!response.ok) throw new Error(`The lines answered ${response.status}.`)
    const answer = (await response.json()) as { lines: Line[]; total: number; nextCursor: string | null }
    lines.push(...answer.lines)
    total = answer.total
    cursor = answer.nextCursor
  }
  return { lines, total, search }
}
