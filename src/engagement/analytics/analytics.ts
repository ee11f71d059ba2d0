import { DAY_MS } from '#platform/clock.ts'
import { utcDay } from '../utc-day.ts'
import type { PlaySource } from './play-source.ts'
import { type WatchMark, watchMarks } from './watch-report.ts'

/** Most days of one request, both ends included. @see docs/product.md#analytics */
const ANALYTICS_DAYS_MAX = 366
/** Days of a request that names none; today is the last. */
const ANALYTICS_DAYS = 28

/** The counts of some days. Follows and support clicks are those of the whole channel, 0 for a single episode. */
export interface Figures {
  watched: number
  previewed: number
  watchSeconds: number
  /** Visitors of each day, added up. */
  visitors: number
  likes: number
  comments: number
  followed: number
  unfollowed: number
  supportClicks: number
}

export const figureNames = [
  'watched',
  'previewed',
  'watchSeconds',
  'visitors',
  'likes',
  'comments',
  'followed',
  'unfollowed',
  'supportClicks',
] as const satisfies (keyof Figures)[]

export const noFigures: Figures = {
  watched: 0,
  previewed: 0,
  watchSeconds: 0,
  visitors: 0,
  likes: 0,
  comments: 0,
  followed: 0,
  unfollowed: 0,
  supportClicks: 0,
}

/** The counts of one UTC day, as in '2026-05-01'. */
export interface DayFigures extends Figures {
  day: string
}

export interface AnalyticsReport {
  /** Every UTC day of the range, including those without figures. */
  days: DayFigures[]
  totals: Figures
  /** Every day of the preceding range, which has as many days; empty unless requested. */
  daysBefore: DayFigures[]
  /** Sums of the preceding range; null unless requested. */
  before: Figures | null
  /** Shares, from 0 to 1, of the measured watches that reached each mark. */
  completion: Completion[]
  /** The completion of the preceding range; empty unless requested. */
  completionBefore: Completion[]
  /** Watches on which players report. */
  measuredWatches: number
  /** Most views first. */
  sources: { source: PlaySource; host?: string; views: number }[]
  /** All of the creator's episodes, or the one asked for; most views first. */
  episodes: (Figures & { id: string; title: string; completion: Completion[]; publishedAt: Date })[]
  /** Share of the watches of one episode that included each second; null for the whole channel. */
  retention: number[] | null
}

export interface Completion {
  reached: WatchMark
  count: number
  share: number
}

/** @param reached how many reached each mark, of `measured` watches */
export function completionOf(reached: Record<WatchMark, number>, measured: number): Completion[] {
  return watchMarks.map((mark) => ({
    reached: mark,
    count: reached[mark],
    share: measured > 0 ? reached[mark] / measured : 0,
  }))
}

export function sumOfFigures(all: Iterable<Figures>): Figures {
  const sum = { ...noFigures }
  for (const figures of all) for (const name of figureNames) sum[name] += figures[name]
  return sum
}

/** Days from `from` to `to`, both included, as in '2026-05-01'. */
export interface DayRange {
  from: string
  to: string
}

/** Number of days in a range. */
export function dayCount({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

/** The day `days` after another. */
export function dayAfter(day: string, days: number): string {
  return utcDay(new Date(day), days)
}

export function daysOf(range: DayRange): string[] {
  return Array.from({ length: dayCount(range) }, (_, index) => dayAfter(range.from, index))
}

/** Divides a range of days into ranges of at most a year. */
export function yearsOf({ from, to }: DayRange): DayRange[] {
  const last = dayAfter(from, ANALYTICS_DAYS_MAX - 1)
  return last >= to ? [{ from, to }] : [{ from, to: last }, ...yearsOf({ from: dayAfter(last, 1), to })]
}

/** The range of as many days directly before another one. */
export function rangeBefore(range: DayRange): DayRange {
  return { from: dayAfter(range.from, -dayCount(range)), to: dayAfter(range.from, -1) }
}

/**
 * The range that two days of a request describe; without them the last 28 days, today included. Null for a value that is
 * no day, an end before its start, or more than 366 days.
 */
export function readRange(
  given: { from?: string | undefined; to?: string | undefined },
  today: string,
): DayRange | null {
  const to = given.to ?? today
  const from = given.from ?? (isDay(to) ? dayAfter(to, 1 - ANALYTICS_DAYS) : to)
  if (!isDay(from) || !isDay(to)) return null
  const days = dayCount({ from, to })
  return days >= 1 && days <= ANALYTICS_DAYS_MAX ? { from, to } : null
}

function isDay(value: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(value)) return false
  const time = Date.parse(value)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}
