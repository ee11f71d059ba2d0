import type { ReactNode } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { SEARCH_MAX_CHARACTERS } from '#catalog/search-term.ts'
import { exploreUrl, type Filters } from './filters.ts'
import { GenreButton, GenreMenu } from './genre-menu.tsx'
import { useFilters } from './use-filters.ts'

/** Id of the form without fields that clears every filter; buttons anywhere on the page may submit it. */
export const NO_FILTERS = 'no-filters'

interface FilterPanelProps {
  filters: Filters
  /** Genres outside the menu that have episodes. */
  moreGenres: string[]
  /** The count line, shown with the panel. */
  children: ReactNode
}

/** Explore's filters: one GET form, which works without scripts and puts every filter in the URL. */
export function FilterPanel({ filters, moreGenres, children }: FilterPanelProps) {
  const { refs, onTermChange, onTrendingChange, onSubmit, onReset } = useFilters(filters)
  // Every submit button carries the current genre, except the options of the menu itself.
  const genreProps = filters.genre === null ? {} : { name: 'genre', value: filters.genre }
  return (
    <search className="filters-and-count" aria-label="Episodes">
      <form ref={refs.form} className="filters" action="/explore" autoComplete="off" noValidate onSubmit={onSubmit}>
        <GenreButton genre={filters.genre} />
        <div className="filters-trending row gap-3">
          <label className="switch">
            <input
              ref={refs.trending}
              type="checkbox"
              // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes natively whether it is checked
              role="switch"
              name="trending"
              value="true"
              defaultChecked={filters.trending}
              onChange={onTrendingChange}
            />
            Trending Only
          </label>
          <noscript>
            <button type="submit" className="button" {...genreProps}>
              Apply
            </button>
          </noscript>
        </div>
        <div className="filters-search">
          {/* The form's first submit button, which Enter in the field presses. */}
          <button ref={refs.submitter} type="submit" className="icon-button" aria-label="Search" {...genreProps}>
            <Icon name="search" />
          </button>
          <input
            ref={refs.term}
            type="search"
            name="search"
            placeholder="Search by title..."
            aria-label="Search by title"
            defaultValue={filters.search}
            maxLength={SEARCH_MAX_CHARACTERS}
            enterKeyHint="search"
            onChange={onTermChange}
          />
        </div>
        <button type="submit" form={NO_FILTERS} className="button button-text filters-reset">
          Reset Filters
        </button>
        <GenreMenu genre={filters.genre} />
      </form>
      <form id={NO_FILTERS} action="/explore" hidden onSubmit={onReset} />
      {moreGenres.length > 0 && <MoreGenres names={moreGenres} filters={filters} />}
      {children}
    </search>
  )
}

function MoreGenres({ names, filters }: { names: string[]; filters: Filters }) {
  return (
    <nav className="more-genres cluster muted small" aria-labelledby="more-genres">
      <span id="more-genres">More genres</span>
      <ul>
        {names.map((genre) => (
          <li key={genre}>
            <Link
              to={exploreUrl({ ...filters, genre })}
              preventScrollReset
              aria-current={genre === filters.genre ? 'true' : undefined}
            >
              {genre}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
