import { useEffect, useState } from 'react'
import type { ApiRequest } from '#app/http/api-calls.ts'
import { callApi } from '#app/http/api-client.ts'
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

type LinesQuery = NonNullable<ApiRequest<'/episodes/:id/lines', 'GET'>['query']>

async function readLines(episodeId: string, search: string, signal: AbortSignal): Promise<FoundLines> {
  const lines: Line[] = []
  let total = 0
  for (let [page, cursor]: [number, string | null] = [0, '']; cursor !== null && page < PAGES_MAX; page += 1) {
    const query: LinesQuery = { limit: PAGE, ...(search && { search }), ...(cursor && { cursor }) }
    const answer = await callApi('GET', '/episodes/:id/lines', { param: { id: episodeId }, query, signal })
    lines.push(...answer.lines)
    total = answer.total
    cursor = answer.nextCursor
  }
  return { lines, total, search }
}
