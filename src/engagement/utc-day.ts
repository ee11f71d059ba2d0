import { DAY_MS } from '#platform/clock.ts'

/** The UTC day `days` days from a moment, as in '2026-05-01'. */
export function utcDay(at: Date, days = 0): string {
  return new Date(at.getTime() + days * DAY_MS).toISOString().slice(0, 10)
}
