import { type DayRange, dayAfter, readRange } from '#engagement/analytics/analytics.ts'

/** The ranges that have a name: days up to today. */
export const namedRanges = [
  { days: 7, name: '7 days' },
  { days: 28, name: '28 days' },
  { days: 90, name: '90 days' },
  { days: 365, name: '1 year' },
] as const

const DEFAULT_DAYS = 28

/** The choice in the URL of the tab. */
export interface RangeChoice {
  /** Days of a named range; null for chosen days. */
  days: number | null
  /** The chosen days as they stand in the URL. */
  from: string
  to: string
  /** One episode; empty for all. */
  episode: string
}

export function rangeChoiceOf(search: URLSearchParams): RangeChoice {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
  const requested = Number(search.get('range') ?? DEFAULT_DAYS)
  const named = namedRanges.find(({ days }) => days === requested)?.days ?? DEFAULT_DAYS
  return { days: from === '' && to === '' ? named : null, from, to, episode: search.get('episode') ?? '' }
}

/** The days that are chosen; null where they are none, or too many. */
export function chosenDays({ days, from, to }: RangeChoice, today: string): DayRange | null {
  return days === null ? readRange({ from, to }, today) : { from: dayAfter(today, 1 - days), to: today }
}

/** The URL parameters of a choice, without those at their default. */
export function choiceParams({ days, from, to, episode }: RangeChoice): URLSearchParams {
  const params = new URLSearchParams({ tab: 'analytics' })
  if (days === null) {
    params.set('from', from)
    params.set('to', to)
  } else if (days !== DEFAULT_DAYS) params.set('range', String(days))
  if (episode !== '') params.set('episode', episode)
  return params
}

export function choiceUrl(choice: RangeChoice): string {
  return `/dashboard?${choiceParams(choice)}`
}
