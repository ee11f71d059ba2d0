import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { AnalyticsView } from '#app/analytics/analytics-view.tsx'
import type { AnalyticsData } from '#app/analytics/load-analytics.server.ts'
import { splitTags } from '#app/episodes/tags.ts'
import { episodeAnnouncements, REFRESHING, type SeriesPlace } from '#app/messages/dashboard.ts'
import { POSTER_FAILED, REPLACING_FAILED, RETRY_FAILED } from '#app/messages/failures.ts'
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
import { DeleteDialog } from './delete-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import type { ShownDecision } from './load-decisions.server.ts'
import { MyContent } from './my-content.tsx'
import type { NoScriptFailure } from './no-script-action.server.ts'
import { NoScriptDialog } from './no-script-dialog.tsx'
import { Overview } from './overview.tsx'
import type { OwnActions } from './own-actions.tsx'
import type { OwnList } from './own-list.ts'
import { seriesChoices } from './series-field.tsx'
import { TabList } from './tab-list.tsx'
import { type TabId, tabOf, visibleCountOf } from './tabs.ts'
import { useOwnList } from './use-own-list.ts'
import { useReplacements } from './use-replacements.ts'
import { VerifyNotice } from './verify-notice.tsx'

interface DashboardViewProps {
  list: OwnList
  /** All own series. */
  series: SeriesCardData[]
  /** The figures by day, on the tab that shows them. */
  analytics: AnalyticsData | null
  /** Whether the video host supports chosen posters. */
  canChoosePoster: boolean
  /** Credits that wait for this person's answer. */
  creditRequests: number
  /** The address that the person has yet to confirm; null for none. */
  unverifiedEmail: string | null
  /** The decisions of moderators about things of this person that are still open, the latest first. */
  decisions: ShownDecision[]
  /** The failure of a form submitted without scripts. */
  failure: NoScriptFailure | null
}

/** A dialog over the page, and the element that gets the focus back when it closes. */
interface OpenDialog {
  kind: 'edit' | 'delete'
  row: OwnRow
  opener: HTMLElement
}

/** The dashboard inside the page layout. */
export function DashboardView({
  list,
  series,
  analytics,
  canChoosePoster,
  creditRequests,
  unverifiedEmail,
  decisions,
  failure,
}: DashboardViewProps) {
  const [search] = useSearchParams()
  const { revalidate } = useRevalidator()
  const { rows, isRefreshing, isLive, figureChanges, refresh, applyEvent } = useOwnList(list)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [retryProblem, setRetryProblem] = useState<RetryProblem | null>(null)
  const [announcement, announce] = useState('')
  const replacements = useReplacements()
  const panel = useRef<HTMLDivElement>(null)
  const tab = tabOf(search)
  const noScriptDialog = requestedDialog(search, rows, failure)
  const choices = seriesChoices(series, rows)

  const actions: OwnActions = {
    edit: (row, opener) => setDialog({ kind: 'edit', row, opener }),
    remove: (row, opener) => setDialog({ kind: 'delete', row, opener }),
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
    // Loads the lengths of the series again.
    if (edited.seriesId !== row.seriesId) void revalidate()
  }
  const handleDeleted = (row: OwnRow) => {
    applyEvent({ type: 'removed', id: row.id })
    announce(episodeAnnouncements.deleted(titleOf(row)))
  }
  const handleClosed = () => {
    setDialog(null)
    // The element that opened it may be gone by now.
    const focusTarget = dialog?.opener.isConnected ? dialog.opener : panel.current
    focusTarget?.focus()
  }

  return (
    <div className="wrap page dashboard">
      <div className="dashboard-head">
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
      {failure?.intent === 'poster' && !noScriptDialog && (
        <ErrorMessage>{failure.problem.detail ?? POSTER_FAILED}</ErrorMessage>
      )}
      {failure?.intent === 'file' && !noScriptDialog && (
        <ErrorMessage>{failure.problem.detail ?? REPLACING_FAILED}</ErrorMessage>
      )}
      <div ref={panel} id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={-1}>
        {noScriptDialog ? (
          <NoScriptDialog
            {...noScriptDialog}
            place={placeOf(noScriptDialog.row)}
            series={choices}
            tab={tab}
            canChoosePoster={canChoosePoster}
            failure={failure}
          />
        ) : (
          <>
            {tab === 'overview' && <Overview rows={rows} actions={actions} />}
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
      {dialog?.kind === 'edit' && (
        <EditDialog
          row={dialog.row}
          currentRow={rows.find(({ id }) => id === dialog.row.id) ?? dialog.row}
          tab={tab}
          canChoosePoster={canChoosePoster}
          replacements={replacements}
          onEvent={applyEvent}
          onSaved={handleSaved}
          place={placeOf(dialog.row)}
          series={choices}
          onDeleted={() => handleDeleted(dialog.row)}
          onClosed={handleClosed}
        />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          row={dialog.row}
          tab={tab}
          place={placeOf(dialog.row)}
          onDeleted={() => handleDeleted(dialog.row)}
          onClosed={handleClosed}
        />
      )}
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
