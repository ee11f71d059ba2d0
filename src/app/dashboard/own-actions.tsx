import type { FormEvent } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import type { OwnRow } from './own-row.ts'
import type { TabId } from './tabs.ts'

/** What can be done to one's own episode from a card; the element is where the focus comes back to. */
export interface OwnActions {
  edit(row: OwnRow, from: HTMLElement): void
  remove(row: OwnRow, from: HTMLElement): void
  retry(row: OwnRow): void
}

interface OpensProps {
  what: 'edit' | 'delete'
  row: OwnRow
  tab: TabId
  /** Id of the title, which tells several buttons of one name apart. */
  describedBy: string
  onOpen: OwnActions['edit']
}

/** 'Edit' or 'Delete': opens a dialog, and a page of its own where scripts do not run. */
export function OpensDialog({ what, row, tab, describedBy, onOpen }: OpensProps) {
  const open = (event: FormEvent<HTMLFormElement>) => {
    const button = event.currentTarget.querySelector('button')
    if (!button) return
    event.preventDefault()
    onOpen(row, button)
  }
  return (
    <form method="get" action="/dashboard" onSubmit={open}>
      <input type="hidden" name="tab" value={tab} />
      <button
        type="submit"
        name={what}
        value={row.id}
        className={what === 'edit' ? 'button button-small' : 'button button-small button-danger'}
        aria-describedby={describedBy}
        aria-haspopup="dialog"
      >
        {what === 'edit' && <Icon name="edit" />}
        {what === 'edit' ? 'Edit' : 'Delete'}
      </button>
    </form>
  )
}

interface RetryProps {
  row: OwnRow
  describedBy: string
  onRetry: OwnActions['retry']
}

/** 'Retry' for a failed video. */
export function Retry({ row, describedBy, onRetry }: RetryProps) {
  const retry = (event: FormEvent) => {
    event.preventDefault()
    onRetry(row)
  }
  return (
    <form method="post" action="/dashboard?tab=content" onSubmit={retry}>
      <input type="hidden" name="intent" value="retry" />
      <input type="hidden" name="id" value={row.id} />
      <button type="submit" className="button button-small" aria-describedby={describedBy}>
        <Icon name="refresh" />
        Retry
      </button>
    </form>
  )
}
