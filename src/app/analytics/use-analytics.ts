import { useEffect, useRef, useState } from 'react'
import { useFetcher, useSearchParams } from 'react-router'
import { type OwnRow, titleOf } from '#app/own-episodes/own-row.ts'
import type { AnalyticsData } from './load-analytics.server.ts'
import { choiceParams, type RangeChoice, rangeChoiceOf } from './range-choice.ts'

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
  const [search] = useSearchParams()
  const url = urlOf(rangeChoiceOf(search))
  const { load, data: fetched } = useFetcher<{ analytics: AnalyticsData | null }>({ key: 'analytics' })
  const [initial] = useState(loaded)
  const [requested, setRequested] = useState(loaded ? urlOf(loaded.choice) : '')

  useEffect(() => {
    if (requested === url) return
    setRequested(url)
    void load(url)
  }, [url, requested, load])

  const { tick, announcement } = useTicks(rows, () => void load(url))
  // Until an answer arrives, the days before stay.
  return { data: fetched?.analytics ?? initial, tick, announcement }
}

/** The figures without the list of episodes. */
function urlOf(choice: RangeChoice): string {
  return `/dashboard?${choiceParams(choice)}&part=analytics`
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
