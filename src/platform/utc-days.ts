import { DAY_MS } from './clock.ts'

/** The last UTC days up to a moment, oldest first, as in '2026-05-01'. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

/** One row for each of the days, in their order: the found row, or `none` with the day. */
export function fillDays<Row extends { day: string }>(
  days: readonly string[],
  found: readonly Row[],
  none: Omit<Row, 'day'>,
): Row[] {
  const byDay = new Map(found.map((row) => [row.day, row]))
  return days.map((day) => byDay.get(day) ?? ({ ...none, day } as Row))
}
