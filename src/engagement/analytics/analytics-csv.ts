import { type AnalyticsReport, type Completion, type DayFigures, figureNames } from './analytics.ts'
import type { PlaySource } from './play-source.ts'
import { watchMarks } from './watch-report.ts'

type Cells = (string | number)[]

/**
 * A report as CSV (RFC 4180): the days first, then episodes, sources, marks and sums, for one episode its retention, and the
 * days before where they were asked for, each table after an empty line. Cells that a spreadsheet would run as a formula begin
 * with an apostrophe.
 * @param sourceNames as pages name the sources
 */
export function analyticsCsv(report: AnalyticsReport, sourceNames: Record<PlaySource, string>): string {
  const { days, daysBefore, totals, before, completion, completionBefore, episodes, sources, retention } = report
  const isCompared = before !== null
  const tables: Cells[][] = [
    dayTable('day', days),
    [
      ['id', 'title', ...figureNames, ...watchMarks.map((mark) => `reached ${mark}`)],
      ...episodes.map((each) => [
        each.id,
        each.title,
        ...figuresOf(each),
        ...each.completion.map(({ share }) => share),
      ]),
    ],
    [
      ['source', 'host', 'views'],
      ...sources.map(({ source, host, views }) => [sourceNames[source], host ?? '', views]),
    ],
    [
      ['reached', 'count', 'share', ...(isCompared ? ['count before', 'share before'] : [])],
      ...completion.map((each, at) => [each.reached, ...cellsOf(each), ...cellsOf(completionBefore[at])]),
    ],
    [
      ['days', 'from', 'to', ...figureNames],
      sumRow('these', days, totals),
      ...(isCompared ? [sumRow('before', daysBefore, before)] : []),
    ],
  ]
  if (retention) tables.push([['second', 'share'], ...retention.map((share, second) => [second, share])])
  if (isCompared) tables.push(dayTable('day before', daysBefore))
  return tables.map((rows) => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')).join('\r\n')
}

function figuresOf(figures: AnalyticsReport['totals']): number[] {
  return figureNames.map((name) => figures[name])
}

function dayTable(name: string, days: DayFigures[]): Cells[] {
  return [[name, ...figureNames], ...days.map((each) => [each.day, ...figuresOf(each)])]
}

function sumRow(name: string, days: DayFigures[], sums: AnalyticsReport['totals']): Cells {
  return [name, days[0]?.day ?? '', days.at(-1)?.day ?? '', ...figuresOf(sums)]
}

function cellsOf(of: Completion | undefined): number[] {
  return of ? [of.count, of.share] : []
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^\s*[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
