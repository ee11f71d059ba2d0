import { formatResultCount } from '#app/ui/format.ts'
import { genres, menuGenres } from '#catalog/episode.ts'
import { SEARCH_MAX_CHARACTERS } from '#catalog/search-term.ts'

/** The option that clears the genre. */
const ALL = 'All'
/** The options of the genre menu, in order. @see docs/product.md#explore */
export const menuOptions = [ALL, ...menuGenres]
/** Debounce of the search field. */
export const SEARCH_DEBOUNCE_MS = 250

/** Explore's filters, all of which are in the URL. */
export interface Filters {
  /** Null for every genre. */
  genre: string | null
  trending: boolean
  /** Trimmed; empty for no term. */
  search: string
}

export const noFilters: Filters = { genre: null, trending: false, search: '' }

/** Reads the filters from the query of a URL, or from the fields of the form; truncates a term that is too long. */
export function readFilters(parameters: URLSearchParams): Filters {
  const genre = (parameters.get('genre') ?? '').trim()
  const search = [...(parameters.get('search') ?? '').trim()].slice(0, SEARCH_MAX_CHARACTERS).join('').trim()
  return {
    genre: genre === '' || genre.toLowerCase() === ALL.toLowerCase() ? null : canonicalGenre(genre),
    trending: parameters.get('trending') === 'true',
    search,
  }
}

/** The canonical URL of Explore with these filters. */
export function exploreUrl({ genre, trending, search }: Filters): string {
  const parameters = new URLSearchParams()
  if (genre !== null) parameters.set('genre', genre)
  if (trending) parameters.set('trending', 'true')
  if (search !== '') parameters.set('search', search)
  return parameters.size > 0 ? `/explore?${parameters}` : '/explore'
}

/** 'Found 2 episodes in Mecha (trending) matching "vega"'. @see docs/product.md#explore */
export function countLine(total: number, { genre, trending, search }: Filters): string {
  return [
    formatResultCount(total),
    genre === null ? '' : ` in ${genre}`,
    trending ? ' (trending)' : '',
    search === '' ? '' : ` matching "${search}"`,
  ].join('')
}

function canonicalGenre(genre: string): string {
  return genres.find((known) => known.toLowerCase() === genre.toLowerCase()) ?? genre
}
