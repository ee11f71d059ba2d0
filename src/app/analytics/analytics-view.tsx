import { useMemo } from 'react'
import { daysBefore, shortDay } from '#app/messages/captions.ts'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { isPlayable, titleOf } from '#app/own-episodes/own-row.ts'
import { CompletionChart } from './completion-chart.tsx'
import { EpisodeTable } from './episode-table.tsx'
import { FigureCards } from './figure-cards.tsx'
import type { AnalyticsData } from './load-analytics.server.ts'
import { RangeBar } from './range-bar.tsx'
import { RetentionChart } from './retention-chart.tsx'
import { SourcesChart } from './sources-chart.tsx'
import { useAnalytics } from './use-analytics.ts'
import { ViewsChart } from './views-chart.tsx'

interface AnalyticsViewProps {
  /** The data that the page was loaded with; null when it was loaded on another tab. */
  loaded: AnalyticsData | null
  /** The creator's episodes, kept current. */
  rows: OwnRow[]
  isLive: boolean | null
  /** A number that changes each time that followers or support clicks are counted. */
  figureChanges: number
}

/** The figures of a range of days, for all episodes or one. */
export function AnalyticsView({ loaded, rows, isLive, figureChanges }: AnalyticsViewProps) {
  const { choice, data, ticks, announcement } = useAnalytics(loaded, rows, figureChanges)
  const episode = data?.choice.episode ?? ''
  const published = useMemo(
    () => titlesByDay(rows.filter((row) => isPlayable(row) && (episode === '' || row.id === episode))),
    [rows, episode],
  )
  if (!data) return <p className="muted analytics-loading">Loading...</p>
  const { report, range, before, today } = data
  const days = report?.days.length ?? 0
  const comparedWith = daysBefore(days)
  return (
    <>
      <h2 className="visually-hidden">Daily figures</h2>
      <RangeBar
        choice={choice}
        data={data}
        episodes={rows.map((row) => ({ id: row.id, title: titleOf(row) }))}
        isLive={isLive}
      />
      {report && (
        <>
          <p className="range-compared">
            Compared with {comparedWith}, {shortDay(before.from)} – {shortDay(before.to)}. Days are in UTC
            {range.to >= today ? '; today is still in progress.' : '.'}
          </p>
          <p className="visually-hidden" role="status">
            {announcement}
          </p>
          <FigureCards data={data} report={report} ticks={ticks} />
          <ViewsChart
            report={report}
            isChannel={episode === ''}
            today={today}
            comparedWith={comparedWith}
            published={published}
          />
          <div className="chart-pair">
            <CompletionChart report={report} />
            <SourcesChart report={report} />
          </div>
          {report.retention && report.retention.length > 1 && (
            <RetentionChart retention={report.retention} title={report.episodes[0]?.title ?? ''} />
          )}
          <EpisodeTable report={report} choice={choice} rows={rows} />
        </>
      )}
    </>
  )
}

/** The titles of these episodes by the UTC day on which each was published. */
function titlesByDay(rows: OwnRow[]): Map<string, string[]> {
  const titles = new Map<string, string[]>()
  for (const row of rows) {
    const day = row.date?.slice(0, 10)
    if (day) titles.set(day, [...(titles.get(day) ?? []), titleOf(row)])
  }
  return titles
}
