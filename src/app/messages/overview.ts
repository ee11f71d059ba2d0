import type { LatestBackups } from '#administration/overview.ts'
import { formatCount, formatDate, formatMoment } from '#app/ui/format.ts'
import type { NodeFacts } from '#platform/nodes.server.ts'

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** 2_100_000_000 → '2.1 GB'; one decimal below 10. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  const rounded = value < 10 && power > 0 ? Math.round(value * 10) / 10 : Math.round(value)
  // 999.6 GB is 1 TB.
  if (rounded >= 1000 && power < units.length - 1) return `1 ${units[power + 1]}`
  return `${rounded} ${units[power]}`
}

/** '62 %' */
export function formatPercent(share: number): string {
  return `${Math.round(share * 100)}%`
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** 'Up for 12 days', '3 hours', '5 minutes'; just started: 'Up for less than a minute'. */
export function upFor(since: Date, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - since.getTime()) / 1000)
  if (seconds < MINUTE) return 'Up for less than a minute'
  if (seconds < HOUR) return `Up for ${countOf(seconds / MINUTE, 'minute')}`
  return `Up for ${seconds < DAY ? countOf(seconds / HOUR, 'hour') : countOf(seconds / DAY, 'day')}`
}

/** 'The oldest for 3 hours', 'The oldest since Jul 2, 2025' */
export function oldestFor(at: Date, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - at.getTime()) / 1000)
  if (seconds < HOUR) return `Oldest: ${countOf(Math.max(1, seconds / MINUTE), 'minute')} ago`
  if (seconds < 2 * DAY) return `Oldest: ${countOf(seconds / HOUR, 'hour')} ago`
  return `Oldest: ${formatDate(at)}`
}

/** How long the disk lasts; empty when that is unknown. */
export function fullWords(days: number | null): string {
  if (days === null) return ''
  const pace = 'At the pace of the last 30 days, the disk will be full'
  if (days < 1) return `${pace} today.`
  if (days < 60) return `${pace} in about ${countOf(days, 'day')}.`
  return days < 730 ? `${pace} in about ${countOf(days / 30, 'month')}.` : `${pace} in more than two years.`
}

function countOf(value: number, unit: string): string {
  const count = Math.floor(value)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The task of a process, by its role. */
export const nodeRoles: Record<NodeFacts['role'], string> = {
  all: 'Serves pages, runs jobs',
  web: 'Serves pages',
  worker: 'Runs jobs',
}

/** Whether the newest attempt at a backup has failed. */
export function failedBackup({ last }: LatestBackups): string | null {
  return last?.problem ?? null
}

/** The state of the backups, one sentence per line. */
export function backupWords({ last, complete }: LatestBackups): string[] {
  const running =
    last !== null && last.endedAt === null ? [`A backup started on ${formatMoment(last.startedAt)} UTC.`] : []
  if (complete?.figures == null) return [...running, 'There is no complete backup yet.']
  const { objectCount, copiedCount, totalBytes } = complete.figures
  const files = `${formatCount(objectCount)} ${objectCount === 1 ? 'file' : 'files'}, ${formatCount(copiedCount)} new`
  const at = formatMoment(complete.takenAt ?? complete.startedAt)
  return [...running, `Last complete backup: ${at} UTC. ${files}, ${formatBytes(totalBytes)} in total.`]
}

/** Sentences about problems, one line each. */
export const wrongWords = {
  disk: (used: number, freeBytes: number) => `The disk is ${formatPercent(used)} full: ${formatBytes(freeBytes)} left.`,
  backup: (problem: string) => `The last backup failed. ${problem}`,
  silent: (names: readonly string[]) =>
    names.length === 1
      ? `${names[0]} is not responding.`
      : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are not responding.`,
  contact: 'The site shows no contact address. Set SUPPORT_EMAIL to an address that you read, and restart.',
  jobs: (count: number) =>
    count === 1 ? '1 job failed after all retries.' : `${count} jobs failed after all retries.`,
}
