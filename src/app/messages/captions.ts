import { formatCount, formatEpisodes } from '#app/ui/format.ts'
import type { PlaySource } from '#engagement/analytics/play-source.ts'
import type { Growth } from '#engagement/growth.ts'

// Captions of figures.

const NO_ACTIVITY = 'No activity yet'
const NOTHING_BEFORE = 'New, no earlier data'

/** Names of the sources of plays, on pages and in the CSV file. */
export const playSourceNames: Record<PlaySource, string> = {
  landing: 'Landing',
  explore: 'Explore',
  search: 'Search',
  profile: 'Profile',
  next: 'Up next',
  series: 'Series',
  embed: 'Embed',
  outside: 'Other sites',
}

/** How a figure compares with the days before: the coloured part, and the rest. */
export interface Caption {
  change: string
  isLess: boolean
  rest: string
}

/** 'The 1 episode', 'All 8 episodes'. */
export function allEpisodes(count: number): string {
  return `${count === 1 ? 'The' : 'All'} ${formatEpisodes(count)}`
}

/** 'the previous 28 days', 'the previous day'. */
export function daysBefore(days: number): string {
  return days === 1 ? 'the previous day' : `the previous ${formatCount(days)} days`
}

/** 'from the previous 28 days', 'from the previous day'. */
function comparedDays(days: number): string {
  return `from ${daysBefore(days)}`
}

/**
 * '+12%', '−4%' or '+0%' and 'from the previous 28 days'. Without anything before, 'New, no earlier data', or 'No
 * activity yet' if there is nothing now either. Where counting began within the days before: 'Tracked since May 27, 9 of the
 * previous 28 days'.
 *
 * @param counted how many of the days before were counted
 */
export function comparison(
  { now, before }: { now: number; before: number },
  days: number,
  counted: { days: number; since: string },
): Caption {
  if (before === 0) return { change: '', isLess: false, rest: now === 0 ? NO_ACTIVITY : NOTHING_BEFORE }
  if (counted.days < days)
    return {
      change: '',
      isLess: false,
      rest: `Tracked since ${shortDay(counted.since)}, ${counted.days} of the previous ${days} days`,
    }
  const percent = percentOf(now - before, before)
  return { change: `${signed(percent)}%`, isLess: percent < 0, rest: comparedDays(days) }
}

/**
 * Compares shares from 0 to 1: '+3' and 'points from the previous 28 days'. A share of no watches is null: 'No activity
 * yet' if it is the present one, 'New, no earlier data' if it is the one before.
 */
export function comparisonInPoints(now: number | null, before: number | null, days: number): Caption {
  if (now === null) return { change: '', isLess: false, rest: NO_ACTIVITY }
  if (before === null) return { change: '', isLess: false, rest: NOTHING_BEFORE }
  const points = Math.round(now * 100) - Math.round(before * 100)
  return { change: signed(points), isLess: points < 0, rest: `points ${comparedDays(days)}` }
}

/**
 * '+12%' or '-8%' and 'from last month', 'New this month' without anything to compare, 'No activity yet' without anything at
 * all. Worded by the specification. @see docs/product.md#growth
 */
export function monthlyGrowth({ recent, before }: Growth): Caption {
  if (before === 0) return { change: '', isLess: false, rest: recent === 0 ? NO_ACTIVITY : 'New this month' }
  const percent = percentOf(recent - before, before)
  const sign = percent < 0 ? '-' : '+'
  return { change: `${sign}${formatCount(Math.abs(percent))}%`, isLess: percent < 0, rest: 'from last month' }
}

/** The caption of `monthlyGrowth` as one text. */
export function growthCaption(growth: Growth): string {
  const { change, rest } = monthlyGrowth(growth)
  return change === '' ? rest : `${change} ${rest}`
}

/** A change in whole percent; a half is rounded away from zero, where Math.round alone would round it upwards. */
function percentOf(change: number, before: number): number {
  return Math.sign(change) * Math.round((Math.abs(change) * 100) / before)
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${formatCount(Math.abs(value))}`
}

/** 5651999 → '1,570 h', 1500 → '25 min', 42 → '42 s'. */
export function formatWatchTime(seconds: number): string {
  if (seconds >= 36_000) return `${formatCount(seconds / 3600)} h`
  if (seconds >= 3600) return `${(Math.round(seconds / 360) / 10).toFixed(1)} h`
  return seconds >= 60 ? `${formatCount(seconds / 60)} min` : `${formatCount(seconds)} s`
}

/** 0.56 → '56 %'. */
export function formatShare(share: number): string {
  return `${Math.round(share * 100)}%`
}

const shortFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const longFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** '2026-05-27' → 'May 27'. */
export function shortDay(day: string): string {
  return shortFormat.format(new Date(day))
}

/** '2026-05-27' → 'Wed, May 27'. */
export function longDay(day: string): string {
  return longFormat.format(new Date(day))
}
