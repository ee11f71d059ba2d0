import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiProblem } from '#app/http/api-client.ts'
import { subscribeToOwnEpisodes } from '#app/own-episodes/live-episodes.ts'
import { fetchOwnList } from './dashboard-api.ts'
import { createListState, type OwnList, ownListReducer } from './own-list.ts'

/** The loaded list, kept in sync with the server by events. */
export function useOwnList(loaded: OwnList) {
  const [state, dispatch] = useReducer(ownListReducer, loaded.rows, createListState)
  const [cursor] = useState(loaded.cursor)
  const [isRefreshing, setRefreshing] = useState(false)
  const [figureChanges, countFigureChange] = useReducer((count: number) => count + 1, 0)
  const [isLive, setLive] = useState<boolean | null>(null)
  const request = useRef<AbortController | null>(null)
  const { revalidate } = useRevalidator()

  /** Fetches the complete list; a failure leaves the current one unchanged. */
  const refetch = useCallback(async () => {
    request.current?.abort()
    const controller = new AbortController()
    request.current = controller
    dispatch({ type: 'requested' })
    try {
      dispatch({ type: 'loaded', rows: await fetchOwnList(controller.signal) })
    } catch (error) {
      if (controller.signal.aborted) return
      dispatch({ type: 'load failed' })
      // The guard handles an expired session.
      if (error instanceof ApiProblem && error.status === 401) void revalidate()
      else console.error('The dashboard could not be refreshed.', error)
    }
    if (request.current === controller) setRefreshing(false)
  }, [revalidate])

  useEffect(() => {
    const unsubscribe = subscribeToOwnEpisodes({
      since: cursor,
      onEvent: dispatch,
      onMissed: refetch,
      onFigures: countFigureChange,
      onLive: setLive,
    })
    return () => {
      unsubscribe()
      request.current?.abort()
    }
  }, [cursor, refetch])

  return {
    rows: state.rows,
    isRefreshing,
    /** Whether events arrive; null until that is known. */
    isLive,
    /** How often figures of the whole channel have changed since the page was loaded. */
    figureChanges,
    refresh: () => {
      setRefreshing(true)
      void refetch()
    },
    applyEvent: dispatch,
  }
}
