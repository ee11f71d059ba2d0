import { type FormEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Message } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Analytics } from './analytics.tsx'
import { retryVideo } from './dashboard-api.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { MyContent } from './my-content.tsx'
import { Overview } from './overview.tsx'
import type { OwnActions } from './own-actions.tsx'
import type { OwnList } from './own-list.ts'
import { type OwnRow, readOwnRow, titleOf } from './own-row.ts'
import type { PlainAnswer } from './plain-action.server.ts'
import { PlainSheet } from './plain-sheet.tsx'
import { PICTURE_FAILED, problemOf, REPLACING_FAILED, RETRY_FAILED, type RetryProblem } from './problems.ts'
import { TabList } from './tab-list.tsx'
import { shownOf, type TabId, tabOf } from './tabs.ts'
import { splitTags } from './tags.ts'
import { useOwnList } from './use-own-list.ts'
import { useReplacements } from './use-replacements.ts'

interface DashboardViewProps {
  list: OwnList
  /** Whether pictures can be chosen at the host of the videos. */
  canChoosePoster: boolean
  /** What a form without scripts met. */
  answer: PlainAnswer | null
}

/** A dialog over the page, and where the focus goes when it closes. */
interface OpenDialog {
  what: 'edit' | 'delete'
  row: OwnRow
  from: HTMLElement
}

/** Everything of the dashboard below its frame. */
export function DashboardView({ list, canChoosePoster, answer }: DashboardViewProps) {
  const [search] = useSearchParams()
  const { rows, growth, isRefreshing, refresh, hear } = useOwnList(list)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [retryProblem, setRetryProblem] = useState<RetryProblem | null>(null)
  const [said, say] = useState('')
  const replacements = useReplacements()
  const panel = useRef<HTMLDivElement>(null)
  const tab = tabOf(search)
  const sheet = sheetOf(search, rows, answer)

  const actions: OwnActions = {
    edit: (row, from) => setDialog({ what: 'edit', row, from }),
    remove: (row, from) => setDialog({ what: 'delete', row, from }),
    async retry(row) {
      setRetryProblem(null)
      try {
        await retryVideo(row.videoId)
        say(`${titleOf(row)} is tried again.`)
      } catch (thrown) {
        setRetryProblem({ id: row.id, ...problemOf(thrown) })
      }
    },
  }
  const closed = () => {
    setDialog(null)
    // What it was opened from may be gone by now.
    const back = dialog?.from.isConnected ? dialog.from : panel.current
    back?.focus()
  }

  return (
    <div className="wrap page dashboard">
      <div className="dashboard-head">
        <h1>Creator Dashboard</h1>
        <RefreshButton tab={tab} isRefreshing={isRefreshing} onRefresh={refresh} />
      </div>
      <TabList chosen={tab} />
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {answer?.intent === 'retry' && <Message>{answer.problem.detail ?? RETRY_FAILED}</Message>}
      {answer?.intent === 'poster' && !sheet && <Message>{answer.problem.detail ?? PICTURE_FAILED}</Message>}
      {answer?.intent === 'file' && !sheet && <Message>{answer.problem.detail ?? REPLACING_FAILED}</Message>}
      <div ref={panel} id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={-1}>
        {sheet ? (
          <PlainSheet {...sheet} tab={tab} canChoosePoster={canChoosePoster} answer={answer} />
        ) : (
          <>
            {tab === 'overview' && <Overview rows={rows} growth={growth} actions={actions} />}
            {tab === 'content' && (
              <MyContent rows={rows} shown={shownOf(search)} problem={retryProblem} actions={actions} />
            )}
            {tab === 'analytics' && <Analytics rows={rows} />}
          </>
        )}
      </div>
      {dialog?.what === 'edit' && (
        <EditDialog
          row={dialog.row}
          rowNow={rows.find(({ id }) => id === dialog.row.id) ?? dialog.row}
          tab={tab}
          canChoosePoster={canChoosePoster}
          replacements={replacements}
          hear={hear}
          onSaved={(id, words) => {
            hear({ type: 'edited', id, words })
            say('Changes saved.')
          }}
          onClosed={closed}
        />
      )}
      {dialog?.what === 'delete' && (
        <DeleteDialog
          row={dialog.row}
          tab={tab}
          onDeleted={(id) => {
            hear({ type: 'removed', id })
            say(`${titleOf(dialog.row)} was deleted.`)
          }}
          onClosed={closed}
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

/** 'Refresh Data'; without scripts it opens the page anew. */
function RefreshButton({ tab, isRefreshing, onRefresh }: RefreshButtonProps) {
  const refresh = (event: FormEvent) => {
    event.preventDefault()
    if (!isRefreshing) onRefresh()
  }
  return (
    <form method="get" action="/dashboard" onSubmit={refresh}>
      {tab !== 'overview' && <input type="hidden" name="tab" value={tab} />}
      <button type="submit" className="button refresh" aria-disabled={isRefreshing || undefined}>
        <Icon name="refresh" />
        {isRefreshing ? 'Refreshing...' : 'Refresh Data'}
      </button>
    </form>
  )
}

/** The sheet that the address asks for, where there is such an episode; a form that came back has its own words. */
function sheetOf(
  search: URLSearchParams,
  rows: OwnRow[],
  answer: DashboardViewProps['answer'],
): { what: 'edit' | 'delete'; row: OwnRow } | null {
  for (const what of ['edit', 'delete'] as const) {
    const row = rows.find(({ id }) => id === search.get(what))
    if (row) return { what, row }
  }
  if (answer?.intent !== 'edit') return null
  const row = readOwnRow({ ...answer.typed, id: answer.id, tags: splitTags(answer.typed.tags) })
  return row && { what: 'edit', row }
}
