import { formatDate } from '#app/ui/format.ts'

const units: [seconds: number, name: string, below: number][] = [
  [60, 'minute', 3600],
  [3600, 'hour', 86_400],
  [86_400, 'day', 14 * 86_400],
  [7 * 86_400, 'week', 9 * 7 * 86_400],
]

/** 'just now', '5 minutes ago', '6 weeks ago'; after nine weeks the date. */
export function formatAge(at: string, now: string): string {
  const seconds = Math.floor((Date.parse(now) - Date.parse(at)) / 1000)
  if (seconds < 60) return 'just now'
  const unit = units.find(([, , below]) => seconds < below)
  if (!unit) return formatDate(new Date(at))
  const count = Math.floor(seconds / unit[0])
  return `${count} ${unit[1]}${count === 1 ? '' : 's'} ago`
}
