const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

/** 12408 → '12,408'. */
export function count(value: number): string {
  return whole.format(value)
}

/** 12408 → '12,408 views'; always 'views', also for one. @see docs/product.md#figures */
export function views(value: number): string {
  return `${count(value)} views`
}

/** 'Jun 12, 2025', in UTC. */
export function date(value: Date): string {
  return day.format(value)
}

/** 'Found 1 episode', 'Found 2 episodes', 'Found 0 episodes'. */
export function found(total: number): string {
  return `Found ${count(total)} ${total === 1 ? 'episode' : 'episodes'}`
}

/** A place in time, in whole seconds passed: 402.9 → '6:42'. */
export function clock(seconds: number): string {
  const passed = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0
  return `${Math.floor(passed / 60)}:${String(passed % 60).padStart(2, '0')}`
}

/** A length, to the nearest second, at least one: 401.7 → '6:42'. */
export function length(seconds: number): string {
  return clock(Math.max(1, Math.round(seconds)))
}

/** How full the ten-minute ruler is: 0 to 1. */
export function shareOfTenMinutes(seconds: number): number {
  return Math.min(1, Math.max(0, seconds / 600))
}

/** 431_820_001 → '432 MB'; small files keep one digit. */
export function megabytes(bytes: number): string {
  return `${megabyteNumber(bytes)} MB`
}

/** '255 of 412 MB'. */
export function megabytesOf(sentBytes: number, totalBytes: number): string {
  return `${megabyteNumber(sentBytes)} of ${megabytes(totalBytes)}`
}

function megabyteNumber(bytes: number): string {
  const value = bytes / 1_000_000
  return value >= 10 || value === 0 ? count(value) : value.toFixed(1)
}
