import { type AnalyticsReport, figureNames } from './analytics.ts'
import type { PlaySource } from './play-source.ts'

/**
 * A report as CSV (RFC 4180): the days first, then episodes, sources, marks and, for one episode, retention, each table after
 * an empty line. Cells that a spreadsheet would run as a formula begin with an apostrophe.
 * @param sourceNames as pages name the sources
 */
export function analyticsCsv(report: AnalyticsReport, sourceNames: Record<PlaySource, string>): string {
  const tables: (string | number)[][][] = [
    [['day', ...figureNames], ...report.days.map((day) => [day.day, ...figureNames.map((name) => day[name])])],
    [
      ['id', 'title', ...figureNames],
      ...report.episodes.map((each) => [each.id, each.title, ...figureNames.map((name) => each[name])]),
    ],
    [
      ['source', 'host', 'views'],
      ...report.sources.map(({ source, host, views }) => [sourceNames[source], host ?? '', views]),
    ],
    [['reached', 'count', 'share'], ...report.completion.map(({ reached, count, share }) => [reached, count, share])],
  ]
  if (report.retention) tables.push([['second', 'share'], ...report.retention.map((share, second) => [second, share])])
  return tables.map((rows) => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')).join('\r\n')
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^\s*[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
