import type { FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { visibilityChoices } from '#app/episodes/visibility-choice.ts'
import type { SeriesCardData } from '#app/series/series-card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { contentFilterOf, filterParams, NO_SERIES } from './content-filter.ts'

interface ContentToolsProps {
  /** Own series, to filter by; without any there is nothing to choose. */
  series: Pick<SeriesCardData, 'id' | 'title'>[]
  /** How many episodes the filter shows. */
  shownCount: number
  selectedCount: number
}

/** Search by title, and filter by visibility and series; without scripts, a form that loads the page. */
export function ContentTools({ series, shownCount, selectedCount }: ContentToolsProps) {
  const [search, setSearch] = useSearchParams()
  const filter = contentFilterOf(search)
  const apply = (event: FormEvent<HTMLFormElement>) => {
    if (event.type === 'submit') event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)] as const)
    const chosen = contentFilterOf(new URLSearchParams(entries.map(([name, value]) => [name, value])))
    setSearch([['tab', 'content'], ...filterParams(chosen)], { replace: true, preventScrollReset: true })
  }
  return (
    <search aria-label="My Content">
      <form
        className="content-tools row cluster gap-3"
        method="get"
        action="/dashboard"
        onInput={apply}
        onSubmit={apply}
      >
        <input type="hidden" name="tab" value="content" />
        <label className="content-search row gap-3 muted">
          <Icon name="search" />
          <span className="visually-hidden">Search by title</span>
          <input
            type="search"
            name="title"
            placeholder="Search by title..."
            defaultValue={filter.title}
            maxLength={120}
          />
        </label>
        <label className="content-choice row gap-3 muted">
          <span className="visually-hidden">Filter by visibility</span>
          <select name="visibility" defaultValue={filter.visibility ?? ''}>
            <option value="">Any visibility</option>
            {visibilityChoices.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </label>
        {series.length > 0 && (
          <label className="content-choice row gap-3 muted">
            <span className="visually-hidden">Filter by series</span>
            <select name="series" defaultValue={filter.series ?? ''}>
              <option value="">All series</option>
              {series.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
              <option value={NO_SERIES}>No series</option>
            </select>
            <Icon name="down" />
          </label>
        )}
        <noscript>
          <button type="submit" className="button button-small">
            Search
          </button>
        </noscript>
        <p className="content-count" role="status">
          {shownCount} {shownCount === 1 ? 'episode' : 'episodes'}
          {selectedCount > 0 && `, ${selectedCount} selected`}
        </p>
      </form>
    </search>
  )
}
