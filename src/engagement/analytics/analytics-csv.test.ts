import { describe, expect, it } from 'vitest'
import { type AnalyticsReport, completionOf, noFigures } from './analytics.ts'
import { analyticsCsv } from './analytics-csv.ts'
import { type PlaySource, playSources } from './play-source.ts'

const figures = { ...noFigures, watched: 4, previewed: 2, watchSeconds: 9.5 }
const completion = completionOf({ 25: 4, 50: 3, 75: 2, 95: 1 }, 4)

const report: AnalyticsReport = {
  days: [{ day: '2026-05-02', ...figures }],
  totals: figures,
  daysBefore: [{ day: '2026-05-01', ...noFigures, watched: 3 }],
  before: { ...noFigures, watched: 3 },
  completion,
  completionBefore: completionOf({ 25: 3, 50: 0, 75: 0, 95: 0 }, 3),
  measuredWatches: 4,
  sources: [{ source: 'explore', views: 6 }],
  episodes: [{ id: 'a', title: 'Paper, Boats', ...figures, completion, publishedAt: new Date(0) }],
  retention: null,
}

const sourceNames = Object.fromEntries(playSources.map((source) => [source, source])) as Record<PlaySource, string>

const tablesOf = (given: AnalyticsReport) =>
  analyticsCsv(given, sourceNames)
    .split('\r\n\r\n')
    .map((table) => table.trimEnd().split('\r\n'))
const columns = 'watched,previewed,watchSeconds,visitors,likes,comments,followed,unfollowed,supportClicks'

describe('a report as CSV', () => {
  it('has the days first, then every figure of the screen in tables of their own', () => {
    expect(tablesOf(report)).toEqual([
      [`day,${columns}`, '2026-05-02,4,2,9.5,0,0,0,0,0,0'],
      [
        `id,title,${columns},reached 25,reached 50,reached 75,reached 95`,
        'a,"Paper, Boats",4,2,9.5,0,0,0,0,0,0,1,0.75,0.5,0.25',
      ],
      ['source,host,views', 'explore,,6'],
      ['reached,count,share,count before,share before', '25,4,1,3,1', '50,3,0.75,0,0', '75,2,0.5,0,0', '95,1,0.25,0,0'],
      [
        `days,from,to,${columns}`,
        'these,2026-05-02,2026-05-02,4,2,9.5,0,0,0,0,0,0',
        'before,2026-05-01,2026-05-01,3,0,0,0,0,0,0,0,0',
      ],
      [`day before,${columns}`, '2026-05-01,3,0,0,0,0,0,0,0,0'],
    ])
  })

  it('leaves the days before out where they were not asked for, and has the retention of one episode', () => {
    const alone = { ...report, daysBefore: [], before: null, completionBefore: [], retention: [1, 0.5] }
    const tables = tablesOf(alone)
    expect(tables.map(([head]) => head)).toEqual([
      `day,${columns}`,
      `id,title,${columns},reached 25,reached 50,reached 75,reached 95`,
      'source,host,views',
      'reached,count,share',
      `days,from,to,${columns}`,
      'second,share',
    ])
    expect(tables.at(-1)).toEqual(['second,share', '0,1', '1,0.5'])
  })
})
