import { found } from '#app/ui/figures.ts'
import { genres, menuGenres } from '#catalog/episode.ts'
import { SEARCH_MAX_CHARACTERS } from '#catalog/search-term.ts'

/** What takes the genre away again. */
const ALL = 'All'
/** What the genre menu offers, in its order. @see docs/product.md#explore */
export const menuOptions = [ALL, ...menuGenres]
/** What is typed rests this long before it is asked for. */
export const SEARCH_REST_MS = 250

/** What Explore is narrowed to. All of it stands in the address. */
export interface Filters {
  /** Null for every genre. */
  genre: string | null
  trending: boolean
  /** Trimmed; empty for no term. */
  search: string
}

export const noFilters: Filters = { genre: null, trending: false, search: '' }

/** Reads the filters out of an address, or out of the form that makes one; of a term that is too long, its beginning. */
export function readFilters(parameters: URLSearchParams): Filters {
  const genre = (parameters.get('genre') ?? '').trim()
  const search = [...(parameters.get('search') ?? '').trim()].slice(0, SEARCH_MAX_CHARACTERS).join('').trim()
  return {
    genre: genre === '' || genre.toLowerCase() === ALL.toLowerCase() ? null : canonical(genre),
    trending: parameters.get('trending') === 'true',
    search,
  }
}

/** The one address of Explore under these filters. */
export function exploreAddress({ genre, trending, search }: Filters): string {
  const parameters = new URLSearchParams()
  if (genre !== null) parameters.set('genre', genre)
  if (trending) parameters.set('trending', 'true')
  if (search !== '') parameters.set('search', search)
  return parameters.size > 0 ? `/explore?${parameters}` : '/explore'
}

/** 'Found 2 episodes in Mecha (trending) matching "vega"'. @see docs/product.md#explore */
export function countLine(total: number, { genre, trending, search }: Filters): string {
  return [
    found(total),
    genre === null ? '' : ` in ${genre}`,
    trending ? ' (trending)' : '',
    search === '' ? '' : ` matching "${search}"`,
  ].join('')
}

function canonical(genre: string): string {
  return genres.find((known) => known.toLowerCase() === genre.toLowerCase()) ?? genre
}
