import { WATCH_RANGES_MAX, type WatchMark, type WatchReport, watchMarks } from '#engagement/analytics/watch-report.ts'

/** The part of a video element that tells how much has played. */
export interface PlayedVideo {
  played: Pick<TimeRanges, 'length' | 'start' | 'end'>
  duration: number
}

/** The report about a video so far; null before a quarter is reached, and while its length is unknown. */
export function watchReportOf({ played, duration }: PlayedVideo): WatchReport | null {
  if (!(duration > 0) || duration === Number.POSITIVE_INFINITY) return null
  const ranges = Array.from({ length: played.length }, (_, index): [number, number] => [
    rounded(played.start(index)),
    rounded(played.end(index)),
  ])
  const furthest = Math.max(0, ...ranges.map(([, to]) => to))
  const reached = watchMarks.findLast((mark: WatchMark) => (furthest / duration) * 100 >= mark)
  if (reached === undefined) return null
  const watchedSeconds = rounded(ranges.reduce((sum, [from, to]) => sum + to - from, 0))
  return { reached, watchedSeconds, ranges: longest(ranges) }
}

/** The longest ranges, as many as fit into a report. */
function longest(ranges: [number, number][]): [number, number][] {
  return ranges.toSorted((one, other) => other[1] - other[0] - (one[1] - one[0])).slice(0, WATCH_RANGES_MAX)
}

function rounded(seconds: number): number {
  return Math.round(seconds * 100) / 100
}
