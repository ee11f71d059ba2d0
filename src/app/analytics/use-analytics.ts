import { useEffect, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { type OwnRow, titleOf } from '#app/own-episodes/own-row.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { AnalyticsData } from './load-analytics.server.ts'
import { choiceParams, rangeChoiceOf } from './range-choice.ts'

/** Views that have just been counted, shown beside the number for a moment. */
export interface Tick {
  key: number
  added: number
  title: string
}

const TICK_MS = 2_000
/** The figures are loaded again this long after something moved, and not more often. */
const RELOAD_MS = 5_000
/** Shortest time between two announcements. */
const ANNOUNCE_MS = 10_000

/**
 * The figures that the URL asks for: those that the page was loaded with, or others fetched since. A view that is counted
 * ticks, and has them fetched again.
 */
export function useAnalytics(loaded: AnalyticsData | null, rows: OwnRow[]) {
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

  const { tick, announcement } = useTicks(rows, () => void load(urlOf(location.search)))
  // Until an answer arrives, or if none does, the days before stay.
  if (fetched?.analytics && fetched.analytics !== last) setLast(fetched.analytics)
  return { choice, data: last, tick, announcement }
}

/** The figures without the list of episodes. */
function urlOf(search: string): string {
  return `/dashboard?${choiceParams(rangeChoiceOf(new URLSearchParams(search)))}&part=analytics`
}

/** Compares the counts of the list with those of a moment ago. */
function useTicks(rows: OwnRow[], reload: () => void): { tick: Tick | null; announcement: string } {
  const [tick, setTick] = useState<Tick | null>(null)
  const [announcement, announce] = useState('')
  const known = useRef<Map<string, OwnRow> | null>(null)
  const announcedAt = useRef(0)
  const timers = useRef<{ tick?: ReturnType<typeof setTimeout>; reload?: ReturnType<typeof setTimeout> }>({})
  const latestReload = useRef(reload)
  latestReload.current = reload

  useEffect(() => {
    const before = known.current
    known.current = new Map(rows.map((row) => [row.id, row]))
    if (!before) return
    const moved = rows.filter((row) => isMoved(before.get(row.id), row))
    if (moved.length === 0) return
    timers.current.reload ??= setTimeout(() => {
      delete timers.current.reload
      latestReload.current()
    }, RELOAD_MS)
    const viewed = moved.filter((row) => row.views > (before.get(row.id)?.views ?? row.views))
    const [first] = viewed
    if (!first) return
    const added = viewed.reduce((sum, row) => sum + row.views - (before.get(row.id)?.views ?? 0), 0)
    const title = viewed.length === 1 ? `${titleOf(first)}, just now` : `${viewed.length} episodes, just now`
    setTick((shown) => ({ key: (shown?.key ?? 0) + 1, added, title }))
    if (Date.now() - announcedAt.current >= ANNOUNCE_MS) {
      announcedAt.current = Date.now()
      announce(`${added} more ${added === 1 ? 'view' : 'views'}: ${title}`)
    }
    clearTimeout(timers.current.tick)
    timers.current.tick = setTimeout(() => setTick(null), TICK_MS)
  }, [rows])

  useEffect(() => {
    const { current } = timers
    return () => {
      clearTimeout(current.tick)
      clearTimeout(current.reload)
    }
  }, [])
  return { tick, announcement }
}

function isMoved(before: OwnRow | undefined, { views, likes, comments }: OwnRow): boolean {
  return before === undefined || before.views !== views || before.likes !== likes || before.comments !== comments
}
