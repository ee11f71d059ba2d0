import { type KeyboardEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { OwnSeries } from '#app/series/own-series.tsx'
import type { SeriesCardData } from '#app/series/series-card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Link } from '#app/ui/link.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { RetryProblem } from './action-problem.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkDeleteDialog, BulkEditDialog, BulkScheduleDialog } from './bulk-dialogs.tsx'
import { contentFilterOf, filterParams, filterRows } from './content-filter.ts'
import { ContentTools } from './content-tools.tsx'
import type { OwnActions } from './own-actions.tsx'
import { OwnCard } from './own-card.tsx'
import type { RowEvent } from './own-list.ts'
import { extended, noSelection, remainingOf, toggled } from './selection.ts'
import { loadMoreUrl } from './tabs.ts'
import { type BulkResult, useBulk } from './use-bulk.ts'

interface MyContentProps {
  /** All own episodes. */
  rows: OwnRow[]
  /** All own series. */
  series: SeriesCardData[]
  /** How many of the rows are shown. */
  visibleCount: number
  /** A retry that failed. */
  problem: RetryProblem | null
  actions: OwnActions
  /** Shows the changes of several episodes in the list. */
  onEvent: (event: RowEvent) => void
}

/** A dialog about the selected episodes, and the element that gets the focus back. */
interface OpenBulkDialog {
  kind: 'edit' | 'schedule' | 'delete'
  opener: HTMLElement
}

/** The second tab: all own episodes in a grid, whatever the state of their videos. */
export function MyContent({ rows, series, visibleCount, problem, actions, onEvent }: MyContentProps) {
  const [search] = useSearchParams()
  const isHydrated = useHydrated()
  const filter = contentFilterOf(search)
  const shown = filterRows(rows, filter)
  const shownIds = shown.map(({ id }) => id)
  const [stored, setSelection] = useState(noSelection)
  const selection = remainingOf(stored, shownIds)
  const selected = shown.filter(({ id }) => selection.ids.has(id))
  const bulk = useBulk(onEvent)
  const [dialog, setDialog] = useState<OpenBulkDialog | null>(null)
  const top = useRef<HTMLHeadingElement>(null)

  const select = (id: string, isRange: boolean) => {
    bulk.dismiss()
    setSelection(isRange ? extended(selection, id, shownIds) : toggled(selection, id))
  }
  const clearAfter = async (work: Promise<boolean>) => {
    if (await work) setSelection(noSelection)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && dialog === null && selected.length > 0) setSelection(noSelection)
  }
  const closeDialog = () => {
    setDialog(null)
    const focusTarget = dialog?.opener.isConnected ? dialog.opener : top.current
    focusTarget?.focus()
  }
  if (rows.length === 0)
    return (
      <EmptyState
        pose="sleep"
        title="No episodes yet"
        action={
          <Link className="button button-primary" to="/upload">
            Upload New Anime
          </Link>
        }
      >
        <p>No content uploaded yet. Start by uploading your first anime!</p>
      </EmptyState>
    )
  return (
    <>
      <h2 ref={top} className="visually-hidden" tabIndex={-1}>
        My Content
      </h2>
      <ContentTools series={series} shownCount={shown.length} selectedCount={selected.length} />
      <BulkNotice result={bulk.result} />
      {shown.length === 0 && (
        <EmptyState
          pose="search"
          title="No episodes found"
          action={
            <Link className="button" to="/dashboard?tab=content" reloadDocument={!isHydrated}>
              Clear All Filters
            </Link>
          }
        >
          <p>Try a different title, visibility or series.</p>
        </EmptyState>
      )}
      <ul className="grid own-grid" onKeyDown={handleKey}>
        {shown.slice(0, visibleCount).map((row) => (
          <li key={row.id}>
            <OwnCard
              row={row}
              seriesTitle={series.find(({ id }) => id === row.seriesId)?.title ?? null}
              problem={problem?.id === row.id ? problem : null}
              actions={actions}
              isSelected={selection.ids.has(row.id)}
              onSelect={isHydrated ? select : null}
            />
          </li>
        ))}
      </ul>
      {shown.length > visibleCount && (
        <p className="load-more">
          <Link className="button" to={loadMoreUrl(visibleCount, filterParams(filter))} preventScrollReset replace>
            Load More
          </Link>
        </p>
      )}
      <OwnSeries series={series} />
      {selected.length > 0 && (
        <BulkBar
          selectedCount={selected.length}
          shownCount={shown.length}
          isBusy={bulk.isBusy}
          onSelectAll={() => setSelection({ ids: new Set(shownIds), anchor: null })}
          onClear={() => setSelection(noSelection)}
          onChooseVisibility={(visibility) => void clearAfter(bulk.change(selected, { visibility, publishAt: null }))}
          onSchedule={(opener) => setDialog({ kind: 'schedule', opener })}
          series={series}
          onChooseSeries={(seriesId) => void clearAfter(bulk.place(selected, seriesId))}
          onEdit={(opener) => setDialog({ kind: 'edit', opener })}
          onDelete={(opener) => setDialog({ kind: 'delete', opener })}
        />
      )}
      {dialog?.kind === 'edit' && (
        <BulkEditDialog
          count={selected.length}
          isBusy={bulk.isBusy}
          onClosed={closeDialog}
          onSave={(edit) => void clearAfter(bulk.change(selected, edit))}
        />
      )}
      {dialog?.kind === 'schedule' && (
        <BulkScheduleDialog
          count={selected.length}
          isBusy={bulk.isBusy}
          onClosed={closeDialog}
          onSave={(edit) => void clearAfter(bulk.change(selected, edit))}
        />
      )}
      {dialog?.kind === 'delete' && (
        <BulkDeleteDialog
          count={selected.length}
          isBusy={bulk.isBusy}
          onClosed={closeDialog}
          onDelete={() => void clearAfter(bulk.remove(selected))}
        />
      )}
    </>
  )
}

/** The result of the last bulk change, with 'Undo' where it can be taken back. */
function BulkNotice({ result }: { result: BulkResult | null }) {
  return (
    <div className="bulk-result" role="status">
      {result && (
        <p className={result.isFailure ? 'is-failure' : undefined}>
          {result.message}
          {result.undo && (
            <button type="button" className="button button-small" onClick={result.undo}>
              Undo
            </button>
          )}
        </p>
      )}
    </div>
  )
}
