import type { FormEvent } from 'react'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { TabId } from './tabs.ts'

/** Actions on an own episode from its card; `opener` is the element that gets the focus back. */
export interface OwnActions {
  edit(row: OwnRow, opener: HTMLElement): void
  retry(row: OwnRow): void
}

interface EditButtonProps {
  row: OwnRow
  tab: TabId
  /** Id of the title, which distinguishes buttons of the same name. */
  describedBy: string
  onOpen: OwnActions['edit']
}

/** 'Edit': opens the quick edit as a dialog, or as a page where scripts do not run. */
export function EditButton({ row, tab, describedBy, onOpen }: EditButtonProps) {
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    const button = event.currentTarget.querySelector('button')
    if (!button) return
    event.preventDefault()
    onOpen(row, button)
  }
  return (
    <form method="get" action="/dashboard" onSubmit={handleSubmit}>
      <input type="hidden" name="tab" value={tab} />
      <button
        type="submit"
        name="edit"
        value={row.id}
        className="button button-small"
        aria-describedby={describedBy}
        aria-haspopup="dialog"
      >
        <Icon name="edit" />
        Edit
      </button>
    </form>
  )
}

interface RetryButtonProps {
  row: OwnRow
  describedBy: string
  onRetry: OwnActions['retry']
}

/** 'Retry' for a failed video. */
export function RetryButton({ row, describedBy, onRetry }: RetryButtonProps) {
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    onRetry(row)
  }
  return (
    <form method="post" action="/dashboard?tab=content" onSubmit={handleSubmit}>
      <input type="hidden" name="intent" value="retry" />
      <input type="hidden" name="id" value={row.id} />
      <button type="submit" className="button button-small" aria-describedby={describedBy}>
        <Icon name="refresh" />
        Retry
      </button>
    </form>
  )
}
