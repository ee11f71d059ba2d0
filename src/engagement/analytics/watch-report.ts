/** How far into an episode, in percent of its length, a player reports. */
export const watchMarks = [25, 50, 75, 95] as const
export type WatchMark = (typeof watchMarks)[number]

/**
 * Most reports of one watch that are stored: one at each mark, and 16 when the page is left and returned to.
 * @see docs/product.md#limits
 */
export const WATCH_REPORTS_MAX = 20

/** Most ranges in one report. */
export const WATCH_RANGES_MAX = 60

/** Browsers play at up to double speed. @see docs/product.md#analytics */
const HIGHEST_SPEED = 2
/** The most that a page plays before its play is recorded, including a difference between the clocks of nodes. */
const BEFORE_RECORDED_MS = 10_000

/** Seconds of an episode that are told apart: ten minutes and the tolerance. */
const RETENTION_SECONDS = 608

/** The report of a player about a watch: everything so far, so a later report includes an earlier one. */
export interface WatchReport {
  /** The highest mark that was passed. */
  reached: WatchMark
  watchedSeconds: number
  /** Ranges of the video that were shown, in seconds. */
  ranges: (readonly [number, number])[]
}

/** The stored part of a watch. */
export interface StoredReport {
  reached: WatchMark
  watchedMs: number
  /** One bit for each second. */
  seen: Uint8Array
}

/** The stored form of a report, within the length of the video; null for the length where it is unknown. */
export function storedReport(report: WatchReport, durationSeconds: number | null): StoredReport {
  const length = Math.min(durationSeconds ?? RETENTION_SECONDS, RETENTION_SECONDS)
  const seen = new Uint8Array(RETENTION_SECONDS / 8)
  for (const [from, to] of report.ranges) {
    const end = Math.min(Math.ceil(to), retentionLength(length))
    for (let second = Math.floor(from); second < end; second++) seen[second >> 3]! |= 1 << (second & 7)
  }
  const watchedMs = Math.round(Math.min(report.watchedSeconds, length) * 1000)
  return { reached: report.reached, watchedMs, seen }
}

/** The largest of each. */
function mergeReports(one: StoredReport, other: StoredReport): StoredReport {
  return {
    reached: Math.max(one.reached, other.reached) as WatchMark,
    watchedMs: Math.max(one.watchedMs, other.watchedMs),
    seen: one.seen.map((byte, index) => byte | (other.seen[index] ?? 0)),
  }
}

/**
 * The earlier reports of a watch and a later one, which cannot have watched more than the time since its play allows: its
 * seconds are limited, and ranges beyond that are left out. A mark is also passed by seeking, and stands.
 */
export function addLaterReport(earlier: StoredReport | null, report: StoredReport, sincePlayMs: number): StoredReport {
  const mostMs = Math.max(0, sincePlayMs) * HIGHEST_SPEED + BEFORE_RECORDED_MS
  const limited = { ...report, watchedMs: Math.min(report.watchedMs, mostMs) }
  const merged = earlier ? mergeReports(earlier, limited) : limited
  if (countSeconds(merged.seen) * 1000 <= mostMs) return merged
  return { ...merged, seen: earlier?.seen ?? new Uint8Array(report.seen.length) }
}

function countSeconds(seen: Uint8Array): number {
  let count = 0
  for (let bits of seen) for (; bits !== 0; bits &= bits - 1) count += 1
  return count
}

/** Number of seconds of a retention line. A last one that hardly began is left out. */
export function retentionLength(durationSeconds: number): number {
  return Math.max(1, Math.min(RETENTION_SECONDS, Math.ceil(durationSeconds - 0.1)))
}

/** Adds 1 to each second that `after` has and `before` lacks. */
export function addSeen(seconds: number[], before: Uint8Array | null, after: Uint8Array): void {
  for (let second = 0; second < RETENTION_SECONDS; second++) {
    const bit = 1 << (second & 7)
    if ((after[second >> 3]! & bit) !== 0 && ((before?.[second >> 3] ?? 0) & bit) === 0) {
      while (seconds.length <= second) seconds.push(0)
      seconds[second]! += 1
    }
  }
}
