import { useCallback, useEffect, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { hasMoved, type Ticks, ticksBetween, ticksInWords } from './live-ticks.ts'
import type { AnalyticsData } from './load-analytics.server.ts'
import { choiceParams, rangeChoiceOf } from './range-choice.ts'

const TICK_MS = 2_000
/** The figures are loaded again this long after something moved, and not more often. */
const RELOAD_MS = 5_000
/** Shortest time between two announcements. */
const ANNOUNCE_MS = 10_000

/**
 * The figures that the URL asks for: those that the page was loaded with, or others fetched since. A view, like or
 * comment that is counted ticks, and has them fetched again.
 */
export function useAnalytics(loaded: AnalyticsData | null, rows: OwnRow[], figureChanges: number) {
  const location = useLocation()
  const choice = rangeChoiceOf(new URLSearchParams(location.search))
  const { load, data: fetched } = useFetcher<{ analytics: AnalyticsData | null }>({ key: 'analytics' })
  const [last, setLast] = useState(loaded)
  const isHydrated = useHydrated()
  // Only a page that hydrates shows figures of this moment; those of a tab that is opened again are of the page load.
  const isFresh = useRef(loaded !== null && !isHydrated)

  useEffect(() => {
    if (isFresh.current) isFresh.current = false
    else void load(urlOf(location.search))
  }, [location, load])

  const reload = useThrottled(() => void load(urlOf(location.search)))
  const { ticks, announcement } = useTicks(rows, reload)
  const knownChanges = useRef(figureChanges)
  useEffect(() => {
    if (knownChanges.current === figureChanges) return
    knownChanges.current = figureChanges
    reload()
  }, [figureChanges, reload])

  // Until an answer arrives, or if none does, the last figures stay.
  if (fetched?.analytics && fetched.analytics !== last) setLast(fetched.analytics)
  return { choice, data: last, ticks, announcement }
}

/** The figures without the list of episodes. */
function urlOf(search: string): string {
  return `/dashboard?${choiceParams(rangeChoiceOf(new URLSearchParams(search)))}&part=analytics`
}

/** The last given function, `RELOAD_MS` after the first call of several. */
function useThrottled(run: () => void): () => void {
  const latest = useRef(run)
  latest.current = run
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      latest.current()
    }, RELOAD_MS)
  }, [])
}

/** Ticks on the screen. The key is another one each time, so that a repeated one is animated again. */
export interface ShownTicks extends Ticks {
  key: number
}

const NO_TICKS: ShownTicks = { key: 0 }

/** Compares the counts of the list with those of a moment ago. */
function useTicks(rows: OwnRow[], reload: () => void): { ticks: ShownTicks; announcement: string } {
  const [ticks, setTicks] = useState(NO_TICKS)
  const [announcement, announce] = useState('')
  const known = useRef<Map<string, OwnRow> | null>(null)
  const announcedAt = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  useEffect(() => {
    const before = known.current
    known.current = new Map(rows.map((row) => [row.id, row]))
    if (!before || !hasMoved(before, rows)) return
    reload()
    const added = ticksBetween(before, rows)
    const inWords = ticksInWords(added)
    if (inWords === '') return
    setTicks((shown) => ({ ...added, key: shown.key + 1 }))
    if (Date.now() - announcedAt.current >= ANNOUNCE_MS) {
      announcedAt.current = Date.now()
      announce(inWords)
    }
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setTicks(({ key }) => ({ key })), TICK_MS)
  }, [rows, reload])

  useEffect(() => () => clearTimeout(timer.current), [])
  return { ticks, announcement }
}
