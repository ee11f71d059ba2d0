import { formatDate } from '#app/ui/format.ts'
import { DAY_MS } from '#platform/clock.ts'

/** The time zone of dates: the given one, or the browser's. */
type TimeZone = string | undefined

/** The items of each calendar day, in their order, under 'Today', 'Yesterday', 'Sunday, Jul 20' or 'Jul 20, 2024'. */
export function groupByDay<Item extends { at: Date }>(
  items: Item[],
  now: Date,
  timeZone: TimeZone,
): { day: string; items: Item[] }[] {
  const { label } = dayFormat(now, timeZone)
  return [...Map.groupBy(items, ({ at }) => label(at))].map(([day, items]) => ({ day, items }))
}

/** Since when something holds: '14:30 today', or the day. */
export function sinceText(at: Date, now: Date, timeZone: TimeZone): string {
  const { label } = dayFormat(now, timeZone)
  const day = label(at)
  return day === 'Today' ? `${timeOfDay(at, timeZone)} today` : day
}

/** '09:05'. */
export function timeOfDay(at: Date, timeZone: TimeZone): string {
  return at.toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
}

function dayFormat(now: Date, timeZone: TimeZone) {
  const parts = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'numeric', day: 'numeric', timeZone })
  /** Midnight in UTC of the day on which a moment is in the time zone. */
  const midnightOf = (at: Date) => {
    const values = new Map(parts.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    return new Date(Date.UTC(values.get('year') ?? 0, (values.get('month') ?? 1) - 1, values.get('day') ?? 1))
  }
  const today = midnightOf(now)
  return {
    label(at: Date): string {
      const midnight = midnightOf(at)
      const daysAgo = (today.getTime() - midnight.getTime()) / DAY_MS
      if (daysAgo === 0) return 'Today'
      if (daysAgo === 1) return 'Yesterday'
      const date = formatDate(midnight)
      if (midnight.getUTCFullYear() !== today.getUTCFullYear()) return date
      const weekday = midnight.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
      return `${weekday}, ${date.replace(/, \d+$/, '')}`
    },
  }
}
