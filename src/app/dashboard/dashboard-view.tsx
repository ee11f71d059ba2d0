import { type FormEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { AnalyticsView } from '#app/analytics/analytics-view.tsx'
import type { AnalyticsData } from '#app/analytics/load-analytics.server.ts'
import { splitTags } from '#app/episodes/tags.ts'
import { episodeAnnouncements, REFRESHING, type SeriesPlace } from '#app/messages/dashboard.ts'
import { RETRY_FAILED } from '#app/messages/failures.ts'
import { blankRow, type EditedEpisode, type OwnRow, titleOf } from '#app/own-episodes/own-row.ts'
import type { SeriesCardData } from '#app/series/series-card.tsx'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { pickMetadata } from '#catalog/episode-metadata.ts'
import { actionProblemOf, type RetryProblem } from './action-problem.ts'
import { AnalyticsTab } from './analytics.tsx'
import { CreditNotice } from './credit-notice.tsx'
import { retryVideo } from './dashboard-api.ts'
import { DecisionNotice } from './decision-notice.tsx'
import { EditDialog } from './edit-dialog.tsx'
import type { FirstStepsData } from './first-steps.tsx'
import type { ShownDecision } from './load-decisions.server.ts'
import { MyContent } from './my-content.tsx'
import type { NoScriptFailure } from './no-script-action.server.ts'
import { NoScriptDialog } from './no-script-dialog.tsx'
import { Overview } from './overview.tsx'
import type { OwnActions } from './own-actions.tsx'
import type { OwnList } from './own-list.ts'
import { TabList } from './tab-list.tsx'
import { type TabId, tabOf, visibleCountOf } from './tabs.ts'
import { useOwnList } from './use-own-list.ts'
import { VerifyNotice } from './verify-notice.tsx'

interface DashboardViewProps {
  list: OwnList
  /** All own series. */
  series: SeriesCardData[]
  /** The figures by day, on the tab that shows them. */
  analytics: AnalyticsData | null
  /** Credits that wait for this person's answer. */
  creditRequests: number
  /** The address that the person has yet to confirm; null for none. */
  unverifiedEmail: string | null
  /** The decisions of moderators about things of this person that are still open, the latest first. */
  decisions: ShownDecision[]
  /** The steps of a creator who has no episodes; null for everybody else. */
  firstSteps: FirstStepsData | null
  /** The failure of a form submitted without scripts. */
  failure: NoScriptFailure | null
}

/** The quick edit over the page, and the element that gets the focus back when it closes. */
interface OpenDialog {
  row: OwnRow
  opener: HTMLElement
}

/** The dashboard inside the page layout. */
export function DashboardView({
  list,
  series,
  analytics,
  creditRequests,
  unverifiedEmail,
  decisions,
  firstSteps,
  failure,
}: DashboardViewProps) {
  const [search] = useSearchParams()
  const { rows, isRefreshing, isLive, figureChanges, refresh, applyEvent } = useOwnList(list)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [retryProblem, setRetryProblem] = useState<RetryProblem | null>(null)
  const [announcement, announce] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  const tab = tabOf(search)
  const noScriptDialog = requestedDialog(search, rows, failure)

  const actions: OwnActions = {
    edit: (row, opener) => setDialog({ row, opener }),
    async retry(row) {
      setRetryProblem(null)
      try {
        await retryVideo(row.videoId)
        announce(episodeAnnouncements.retrying(titleOf(row)))
      } catch (thrown) {
        setRetryProblem({ id: row.id, ...actionProblemOf(thrown) })
      }
    },
  }
  const placeOf = ({ seriesId, seriesNumber }: OwnRow): SeriesPlace | null => {
    const found = series.find(({ id }) => id === seriesId)
    return found ? { title: found.title, number: seriesNumber, episodeCount: found.episodeCount } : null
  }
  const handleSaved = (row: OwnRow, edited: EditedEpisode) => {
    applyEvent({ type: 'edited', id: row.id, metadata: edited })
    announce(episodeAnnouncements.saved())
  }
  const handleClosed = () => {
    setDialog(null)
    // The element that opened it may be gone by now.
    const focusTarget = dialog?.opener.isConnected ? dialog.opener : panel.current
    focusTarget?.focus()
  }

  return (
    <div className="wrap page dashboard">
      <div className="dashboard-head cluster spread">
        <h1>Creator Dashboard</h1>
        <RefreshButton tab={tab} isRefreshing={isRefreshing} onRefresh={refresh} />
      </div>
      <VerifyNotice email={unverifiedEmail} />
      {decisions.map((made) => (
        <DecisionNotice key={made.id} made={made} />
      ))}
      <CreditNotice count={creditRequests} />
      <TabList chosen={tab} />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {failure?.intent === 'retry' && <ErrorMessage>{failure.problem.detail ?? RETRY_FAILED}</ErrorMessage>}
      <div ref={panel} id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={-1}>
        {noScriptDialog ? (
          <NoScriptDialog {...noScriptDialog} place={placeOf(noScriptDialog.row)} tab={tab} failure={failure} />
        ) : (
          <>
            {tab === 'overview' && <Overview rows={rows} firstSteps={firstSteps} actions={actions} />}
            {tab === 'content' && (
              <MyContent
                rows={rows}
                series={series}
                visibleCount={visibleCountOf(search)}
                problem={retryProblem}
                actions={actions}
                onEvent={applyEvent}
              />
            )}
            {tab === 'analytics' && (
              <>
                <AnalyticsView loaded={analytics} rows={rows} isLive={isLive} figureChanges={figureChanges} />
                <AnalyticsTab rows={rows} />
              </>
            )}
          </>
        )}
      </div>
      {dialog && <EditDialog row={dialog.row} tab={tab} onSaved={handleSaved} onClosed={handleClosed} />}
    </div>
  )
}

interface RefreshButtonProps {
  tab: TabId
  isRefreshing: boolean
  onRefresh: () => void
}

/** 'Refresh Data'; without scripts it reloads the page. */
function RefreshButton({ tab, isRefreshing, onRefresh }: RefreshButtonProps) {
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isRefreshing) onRefresh()
  }
  return (
    <form method="get" action="/dashboard" onSubmit={handleSubmit}>
      {tab !== 'overview' && <input type="hidden" name="tab" value={tab} />}
      <button type="submit" className="button refresh" aria-disabled={isRefreshing || undefined}>
        <Icon name="refresh" />
        {isRefreshing ? REFRESHING : 'Refresh Data'}
      </button>
    </form>
  )
}

/** The dialog requested in the URL, if the episode exists; otherwise that of a refused edit, with its typed values. */
function requestedDialog(
  search: URLSearchParams,
  rows: OwnRow[],
  failure: DashboardViewProps['failure'],
): { kind: 'edit' | 'delete'; row: OwnRow } | null {
  for (const kind of ['edit', 'delete'] as const) {
    const row = rows.find(({ id }) => id === search.get(kind))
    if (row) return { kind, row }
  }
  if (failure?.intent !== 'edit') return null
  const { id, typed } = failure
  const metadata = pickMetadata({ ...typed, tags: splitTags(typed.tags) })
  return { kind: 'edit', row: { ...blankRow(id), ...metadata } }
}
