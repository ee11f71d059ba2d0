import type { Db } from '#platform/database.server.ts'
import { genres, menuGenres } from './episode.ts'
import {
  readEpisodeCursor,
  readSearchCursor,
  type SearchCursor,
  writeEpisodeCursor,
  writeSearchCursor,
} from './episode-cursor.server.ts'
import { readGenreFilter } from './episode-fields.ts'
import { countListed, type ExploreFilters, newestCursors, otherGenres } from './explore-rows.server.ts'
import type { FoundLine } from './lines/line.ts'
import { firstLines } from './lines/line-rows.server.ts'
import { isByLine, search } from './search.server.ts'
import type { SearchCounts } from './search-counts.server.ts'
import { foldWords } from './search-folds.server.ts'
import type { SearchCaller, SearchLimiter } from './search-limiter.server.ts'
import { readSearch, type SearchTerm } from './search-term.ts'

/** Explore's filters as given in a URL; all of them apply together. */
export interface ExploreQuery {
  /** In any case; empty or 'All' for every genre. */
  genre?: string
  trending?: boolean
  search?: string
}

export interface ExploreParts {
  db: Db
  counts: SearchCounts
  limiter: SearchLimiter
}

/** Ids of one page, and the number of all matches. */
interface ExplorePage {
  ids: string[]
  total: number
  nextCursor: string | null
  /** With a search: the spoken lines that made episodes a match, by the ids of these. */
  lines?: ReadonlyMap<string, FoundLine>
}

/**
 * Chooses the ids of one page and returns them with the exact number of all matches.
 * @param from null for the server itself, to which per-caller limits do not apply
 * @throws Refusal catalog.genre_invalid, catalog.search_invalid, catalog.cursor_invalid, those of `SearchLimiter.run`
 */
export async function findExplorePage(
  { db, counts, limiter }: ExploreParts,
  query: ExploreQuery & { cursor?: string },
  limit: number,
  from: SearchCaller | null,
): Promise<ExplorePage> {
  const filters = { genre: readGenreFilter(query.genre ?? ''), onlyTrending: query.trending === true }
  const term = readSearch(query.search ?? '')
  if (!term) return findNewest(db, filters, query.cursor, limit)
  const after = query.cursor === undefined ? null : readSearchCursor(query.cursor)
  return limiter.run(from, async (connection) => {
    const { found, total } = await search({ db: connection, counts }, filters, term, { after, limit: limit + 1 })
    const byLines = found.slice(0, limit).filter(isByLine)
    const lines = await readLines(connection, byLines, term)
    return { ...cutPage(found, limit, writeSearchCursor), total, lines }
  })
}

async function readLines(
  db: Db,
  found: SearchCursor[],
  { words }: SearchTerm,
): Promise<ReadonlyMap<string, FoundLine>> {
  if (found.length === 0) return new Map()
  const ids = found.map(({ id }) => id)
  return firstLines(db, ids, await foldWords(db, words))
}

/** @see docs/product.md#explore */
export function listMoreGenres(db: Db): Promise<string[]> {
  const folded = (names: readonly string[]) => names.map((name) => name.toLowerCase())
  return otherGenres(db, { known: folded(menuGenres), canonicalInOrder: folded(genres) })
}

async function findNewest(db: Db, filters: ExploreFilters, cursor: string | undefined, limit: number) {
  const after = cursor === undefined ? null : readEpisodeCursor(cursor)
  const [newest, total] = await Promise.all([
    newestCursors(db, filters, { after, limit: limit + 1 }),
    countListed(db, filters),
  ])
  return { ...cutPage(newest, limit, writeEpisodeCursor), total }
}

/** Cuts `found` to one page; one more than `limit` in it means that there is a next page. */
function cutPage<Cursor extends { id: string }>(found: Cursor[], limit: number, write: (last: Cursor) => string) {
  const chosen = found.slice(0, limit)
  const last = chosen.at(-1)
  return {
    ids: chosen.map(({ id }) => id),
    nextCursor: found.length > limit && last ? write(last) : null,
  }
}
