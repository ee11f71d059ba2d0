import { formatDate } from '#app/ui/format.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long ago something was: 'Just now', '12 minutes ago', '1 hour ago', 'Yesterday', then the date. */
export function ageInWords(at: Date, now: Date): string {
  const ms = now.getTime() - at.getTime()
  if (ms < MINUTE_MS) return 'Just now'
  if (ms < HOUR_MS) return ago(Math.floor(ms / MINUTE_MS), 'minute')
  if (ms < DAY_MS) return ago(Math.floor(ms / HOUR_MS), 'hour')
  return ms < 2 * DAY_MS ? 'Yesterday' : formatDate(at)
}

function ago(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'} ago`
}
