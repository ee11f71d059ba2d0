const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** 12408 → '12,408'. */
export function formatCount(value: number): string {
  return numberFormat.format(value)
}

/** 12408 → '12,408 views'; always 'views', even for one. @see docs/product.md#figures */
export function formatViews(value: number): string {
  return `${formatCount(value)} views`
}

/** '1 follower', '41 followers'. */
export function formatFollowers(value: number): string {
  return `${formatCount(value)} ${value === 1 ? 'follower' : 'followers'}`
}

/** '1 episode', '8 episodes'. */
export function formatEpisodes(value: number): string {
  return `${formatCount(value)} ${value === 1 ? 'episode' : 'episodes'}`
}

/** 'Jun 12, 2025', in UTC. */
export function formatDate(value: Date): string {
  return `${months[value.getUTCMonth()]} ${value.getUTCDate()}, ${value.getUTCFullYear()}`
}

/** 'Mar 1, 2026, 09:30', in UTC. */
export function formatMoment(at: Date): string {
  return `${formatDate(at)}, ${at.toISOString().slice(11, 16)}`
}

/** 'Found 1 episode', 'Found 2 episodes', 'Found 0 episodes'. */
export function formatResultCount(total: number): string {
  return `Found ${formatEpisodes(total)}`
}

/** A position, rounded down to whole seconds: 402.9 → '6:42'. */
export function formatTime(seconds: number): string {
  const wholeSeconds = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0
  return `${Math.floor(wholeSeconds / 60)}:${String(wholeSeconds % 60).padStart(2, '0')}`
}

/** The seconds of a duration as it is shown, and told to programs: to the nearest, at least one. */
export function wholeSecondsOf(durationSeconds: number): number {
  return Math.max(1, Math.round(durationSeconds))
}

/** A duration, in whole seconds: 401.7 → '6:42'. */
export function formatDuration(seconds: number): string {
  return formatTime(wholeSecondsOf(seconds))
}

/** Filled fraction of the ten-minute ruler, 0 to 1. */
export function fractionOfTenMinutes(seconds: number): number {
  return Math.min(1, Math.max(0, seconds / 600))
}

/** 431_820_001 → '432 MB'; one decimal below 10 MB. */
export function formatMegabytes(bytes: number): string {
  return `${formatMegabyteNumber(bytes)} MB`
}

/** '255 of 412 MB'. */
export function formatMegabyteProgress(sentBytes: number, totalBytes: number): string {
  return `${formatMegabyteNumber(sentBytes)} of ${formatMegabytes(totalBytes)}`
}

function formatMegabyteNumber(bytes: number): string {
  const value = bytes / 1_000_000
  return value >= 10 || value === 0 ? formatCount(value) : value.toFixed(1)
}
