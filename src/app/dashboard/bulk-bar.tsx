import { useRef } from 'react'
import { visibilityChoices } from '#app/episodes/visibility-choice.ts'
import type { SeriesCardData } from '#app/series/series-card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { Visibility } from '#catalog/audience.ts'

interface BulkBarProps {
  selectedCount: number
  shownCount: number
  isBusy: boolean
  onSelectAll: () => void
  onClear: () => void
  /** Own series, to put the episodes into. */
  series: Pick<SeriesCardData, 'id' | 'title'>[]
  onChooseVisibility: (visibility: Exclude<Visibility, 'scheduled'>) => void
  onSchedule: (opener: HTMLElement) => void
  onChooseSeries: (seriesId: string | null) => void
  onEdit: (opener: HTMLElement) => void
  onDelete: (opener: HTMLElement) => void
}

/** The actions for the selected episodes; stands at the bottom of the window. */
export function BulkBar(props: BulkBarProps) {
  const { selectedCount, shownCount, isBusy, series, onSelectAll, onClear, onEdit, onDelete } = props
  const menu = useRef<HTMLDetailsElement>(null)
  const choose = (visibility: Visibility) => {
    menu.current?.removeAttribute('open')
    const opener = menu.current?.querySelector('summary')
    if (visibility !== 'scheduled') props.onChooseVisibility(visibility)
    else if (opener) props.onSchedule(opener)
  }
  const seriesMenu = useRef<HTMLDetailsElement>(null)
  const place = (seriesId: string | null) => {
    seriesMenu.current?.removeAttribute('open')
    props.onChooseSeries(seriesId)
  }
  return (
    <section className="bulk-bar row cluster" aria-label="Selected episodes" aria-busy={isBusy || undefined}>
      <b>{selectedCount} selected</b>
      <button type="button" className="bulk-text" onClick={onSelectAll}>
        Select All {shownCount}
      </button>
      <button type="button" className="bulk-text" onClick={onClear}>
        Clear
      </button>
      <span className="bulk-actions cluster">
        <details ref={menu} className="bulk-menu">
          <summary className="bulk-button inline-row">
            <Icon name="eye" />
            Visibility
          </summary>
          <ul>
            {visibilityChoices.map(({ value, name, hint }) => (
              <li key={value}>
                <button type="button" disabled={isBusy} onClick={() => choose(value)}>
                  {name}
                  <small>{hint}</small>
                </button>
              </li>
            ))}
          </ul>
        </details>
        {series.length > 0 && (
          <details ref={seriesMenu} className="bulk-menu">
            <summary className="bulk-button inline-row">
              <Icon name="series" />
              Series
            </summary>
            <ul>
              {series.map(({ id, title }) => (
                <li key={id}>
                  <button type="button" disabled={isBusy} onClick={() => place(id)}>
                    {title}
                    <small>Add to the end</small>
                  </button>
                </li>
              ))}
              <li>
                <button type="button" disabled={isBusy} onClick={() => place(null)}>
                  No series
                  <small>Remove from current series</small>
                </button>
              </li>
            </ul>
          </details>
        )}
        <button
          type="button"
          className="bulk-button inline-row"
          disabled={isBusy}
          onClick={(event) => onEdit(event.currentTarget)}
        >
          <Icon name="edit" />
          Genre and Tags
        </button>
        <button
          type="button"
          className="bulk-button inline-row bulk-delete"
          disabled={isBusy}
          onClick={(event) => onDelete(event.currentTarget)}
        >
          Delete
        </button>
      </span>
    </section>
  )
}
