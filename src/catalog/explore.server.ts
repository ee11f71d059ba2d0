import type { Db } from '#platform/database.server.ts'
import { genres, menuGenres } from './episode.ts'
import { readCursor, readSearchCursor, writeCursor, writeSearchCursor } from './episode-cursor.server.ts'
import { readGenreFilter } from './episode-fields.ts'
import { findEpisodeRows } from './episode-rows.server.ts'
import { countListed, type ListingFilters, newestOfOtherGenres, newestPlaces } from './listing-rows.server.ts'
import { search } from './search.server.ts'
import type { SearchCounts } from './search-counts.server.ts'
import { readSearch } from './search-term.ts'
import type { SearchTurns } from './search-turns.server.ts'

/** What Explore is narrowed to, as it stands in an address; all of it applies together. */
export interface ListingAsked {
  /** In any case; empty or 'All' for every genre. */
  genre?: string
  trending?: boolean
  search?: string
}

/** Who searches, as far as limits are concerned. */
export interface Searcher {
  address: string
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal
}

export interface ExploreParts {
  db: Db
  counts: SearchCounts
  turns: SearchTurns
}

/**
 * Chooses the ids of one page, with the exact number of all that pass.
 * @param from null for the house itself, which no limit of one caller concerns
 * @throws Refusal catalog.genre_invalid, catalog.search_invalid, catalog.cursor_invalid, and those of a search's turn
 */
export async function chooseListed(
  { db, counts, turns }: ExploreParts,
  asked: ListingAsked & { cursor?: string },
  limit: number,
  from: Searcher | null,
): Promise<{ ids: string[]; total: number; nextCursor: string | null }> {
  const filters = { genre: readGenreFilter(asked.genre ?? ''), onlyTrending: asked.trending === true }
  const term = readSearch(asked.search ?? '')
  if (!term) return chooseNewest(db, filters, asked.cursor, limit)
  const after = asked.cursor === undefined ? null : readSearchCursor(asked.cursor)
  const { places, total } = await turns.take(from, (reading) =>
    search({ db: reading, counts }, filters, term, { after, limit: limit + 1 }),
  )
  return { ...cutPage(places, limit, writeSearchCursor), total }
}

/** @see docs/product.md#explore */
export async function listMoreGenres(db: Db): Promise<string[]> {
  const folded = (names: readonly string[]) => names.map((name) => name.toLowerCase())
  const found = await newestOfOtherGenres(db, { known: folded(menuGenres), canonicalInOrder: folded(genres) })
  const ids = found.map((each) => each.episodeId)
  return (await findEpisodeRows(db, ids)).map((row) => row.genre)
}

async function chooseNewest(db: Db, filters: ListingFilters, cursor: string | undefined, limit: number) {
  const after = cursor === undefined ? null : readCursor(cursor)
  const [places, total] = await Promise.all([
    newestPlaces(db, filters, { after, limit: limit + 1 }),
    countListed(db, filters),
  ])
  return { ...cutPage(places, limit, writeCursor), total }
}

/** One more than a page was asked for, to know whether there is a next one. */
function cutPage<Place extends { id: string }>(places: Place[], limit: number, write: (last: Place) => string) {
  const chosen = places.slice(0, limit)
  const last = chosen.at(-1)
  return {
    ids: chosen.map((place) => place.id),
    nextCursor: places.length > limit && last ? write(last) : null,
  }
}
