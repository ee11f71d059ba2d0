import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { SEARCH_MAX_CHARACTERS } from '#catalog/search-term.ts'
import { exploreAddress, type Filters } from './filters.ts'
import { GenreButton, GenreMenu } from './genre-menu.tsx'
import { useFilters } from './use-filters.ts'

/** The form without fields that takes every filter away; buttons anywhere on the page may send it. */
export const NO_FILTERS = 'no-filters'

interface FilterPanelProps {
  asked: Filters
  /** Genres beyond the menu's that have something to show. */
  moreGenres: string[]
  /** The count line, which stands with the panel. */
  children: ReactNode
}

/** What Explore is narrowed by: one GET form, so that it works without scripts and all of it stands in the address. */
export function FilterPanel({ asked, moreGenres, children }: FilterPanelProps) {
  const { refs, typed, switched, submitted, reset } = useFilters(asked)
  // The genre that stands is carried by whatever sends the form, unless that is an option of the menu itself.
  const chosen = asked.genre === null ? {} : { name: 'genre', value: asked.genre }
  return (
    <search className="filters-and-count" aria-label="Episodes">
      <form ref={refs.form} className="filters" action="/explore" autoComplete="off" noValidate onSubmit={submitted}>
        <GenreButton genre={asked.genre} />
        <div className="filters-trending">
          <label className="switch">
            <input
              ref={refs.trending}
              type="checkbox"
              // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked
              role="switch"
              name="trending"
              value="true"
              defaultChecked={asked.trending}
              onChange={switched}
            />
            Trending Only
          </label>
          <noscript>
            <button type="submit" className="button" {...chosen}>
              Apply
            </button>
          </noscript>
        </div>
        <div className="filters-search">
          {/* The form's first submit button: the one that Enter in the field presses. */}
          <button ref={refs.submitter} type="submit" className="hole" aria-label="Search" {...chosen}>
            <Icon name="search" />
          </button>
          <input
            ref={refs.term}
            type="search"
            name="search"
            placeholder="Search by title..."
            aria-label="Search by title"
            defaultValue={asked.search}
            maxLength={SEARCH_MAX_CHARACTERS}
            enterKeyHint="search"
            onChange={typed}
          />
        </div>
        <button type="submit" form={NO_FILTERS} className="button button-text filters-reset">
          Reset Filters
        </button>
        <GenreMenu genre={asked.genre} />
      </form>
      <form id={NO_FILTERS} action="/explore" hidden onSubmit={reset} />
      {moreGenres.length > 0 && <MoreGenres names={moreGenres} asked={asked} />}
      {children}
    </search>
  )
}

function MoreGenres({ names, asked }: { names: string[]; asked: Filters }) {
  return (
    <nav className="more-genres" aria-labelledby="more-genres">
      <span id="more-genres">More genres</span>
      <ul>
        {names.map((genre) => (
          <li key={genre}>
            <Link
              to={exploreAddress({ ...asked, genre })}
              preventScrollReset
              aria-current={genre === asked.genre ? 'true' : undefined}
            >
              {genre}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
