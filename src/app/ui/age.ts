import { formatDate } from './format.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

const units = [
  { name: 'minute', seconds: MINUTE, below: HOUR },
  { name: 'hour', seconds: HOUR, below: DAY },
  { name: 'day', seconds: DAY, below: 2 * WEEK },
  { name: 'week', seconds: WEEK, below: 9 * WEEK },
]

/** How long ago something was: 'Just now', '12 minutes ago', 'Yesterday', '6 weeks ago'; after nine weeks the date. */
export function formatAge(at: Date, now: Date): string {
  const seconds = Math.floor((now.getTime() - at.getTime()) / 1000)
  if (seconds < MINUTE) return 'Just now'
  const unit = units.find(({ below }) => seconds < below)
  if (!unit) return formatDate(at)
  const count = Math.floor(seconds / unit.seconds)
  if (unit.name === 'day' && count === 1) return 'Yesterday'
  return `${count} ${unit.name}${count === 1 ? '' : 's'} ago`
}
