import { useRef } from 'react'
import { visibilityChoices } from '#app/episodes/visibility-choice.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { Visibility } from '#catalog/audience.ts'

interface BulkBarProps {
  selectedCount: number
  shownCount: number
  isBusy: boolean
  onSelectAll: () => void
  onClear: () => void
  onChooseVisibility: (visibility: Visibility) => void
  onEdit: (opener: HTMLElement) => void
  onDelete: (opener: HTMLElement) => void
}

/** What can be done with the selected episodes; stands at the bottom of the window. */
export function BulkBar(props: BulkBarProps) {
  const { selectedCount, shownCount, isBusy, onSelectAll, onClear, onChooseVisibility, onEdit, onDelete } = props
  const menu = useRef<HTMLDetailsElement>(null)
  const choose = (visibility: Visibility) => {
    menu.current?.removeAttribute('open')
    onChooseVisibility(visibility)
  }
  return (
    <section className="bulk-bar" aria-label="Selected episodes" aria-busy={isBusy || undefined}>
      <b>{selectedCount} selected</b>
      <button type="button" className="bulk-text" onClick={onSelectAll}>
        Select All {shownCount}
      </button>
      <button type="button" className="bulk-text" onClick={onClear}>
        Clear
      </button>
      <span className="bulk-actions">
        <details ref={menu} className="bulk-menu">
          <summary className="bulk-button">
            <Icon name="eye" />
            Visibility
          </summary>
          <ul>
            {visibilityChoices
              .filter(({ value }) => value !== 'scheduled')
              .map(({ value, name, hint }) => (
                <li key={value}>
                  <button type="button" disabled={isBusy} onClick={() => choose(value)}>
                    {name}
                    <small>{hint}</small>
                  </button>
                </li>
              ))}
          </ul>
        </details>
        <button
          type="button"
          className="bulk-button"
          disabled={isBusy}
          onClick={(event) => onEdit(event.currentTarget)}
        >
          <Icon name="edit" />
          Genre and Tags
        </button>
        <button
          type="button"
          className="bulk-button bulk-delete"
          disabled={isBusy}
          onClick={(event) => onDelete(event.currentTarget)}
        >
          Delete
        </button>
      </span>
    </section>
  )
}
