import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiProblem } from '#app/upload/api.ts'
import { fetchOwnList } from './dashboard-api.ts'
import { followOwnEpisodes } from './live-episodes.ts'
import { growthNow } from './numbers.ts'
import { type ListNews, type OwnList, openList, ownListReducer } from './own-list.ts'

/** The list that the page came with, kept as it is on the server: by events, and by asking again. */
export function useOwnList(loaded: OwnList) {
  const [state, tell] = useReducer(ownListReducer, loaded, openList)
  const [isRefreshing, setRefreshing] = useState(false)
  const asking = useRef<AbortController | null>(null)
  const { revalidate } = useRevalidator()

  /** Asks for the whole list; an answer that does not come leaves it as it is. */
  const ask = useCallback(async () => {
    asking.current?.abort()
    const run = new AbortController()
    asking.current = run
    tell({ type: 'asked' })
    try {
      tell({ type: 'answered', list: await fetchOwnList(run.signal) })
    } catch (problem) {
      if (run.signal.aborted) return
      tell({ type: 'unanswered' })
      // The guard knows what to do with a session that ended.
      if (problem instanceof ApiProblem && problem.status === 401) void revalidate()
      else console.error('The dashboard could not be refreshed.', problem)
    }
    if (asking.current === run) setRefreshing(false)
  }, [revalidate])

  const hear = useCallback(
    (news: ListNews) => {
      tell(news)
      // Which part of the growth went with it, only the server knows.
      if (news.type === 'removed') void ask()
    },
    [ask],
  )

  useEffect(() => {
    const stop = followOwnEpisodes({ hear, missed: ask })
    return () => {
      stop()
      asking.current?.abort()
    }
  }, [hear, ask])

  return {
    rows: state.rows,
    growth: growthNow(state.growth, state.countsThen, state.rows),
    isRefreshing,
    refresh: () => {
      setRefreshing(true)
      void ask()
    },
    hear,
  }
}
