/** The UTC day `days` days from a moment, as in '2026-05-01'. */
export function utcDay(at: Date, days = 0): string {
  return new Date(at.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}
