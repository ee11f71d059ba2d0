import { createHash } from 'node:crypto'
import type { Db } from '#platform/database.server.ts'
import type { ExploreFilters } from './explore-rows.server.ts'
import type { SearchQuery } from './search-condition-rows.server.ts'
import { exploreIndexVersion, type MatchCounts } from './search-rows.server.ts'

/** Exact match counts, cached until the explore index changes. */
export interface SearchCounts {
  /** Null when they are not cached or the index has changed. */
  find(db: Db, filters: ExploreFilters, query: SearchQuery): Promise<MatchCounts | null>
  store(filters: ExploreFilters, query: SearchQuery, counts: MatchCounts): void
}

/** About 100 bytes each. */
const MAX_CACHED = 2000

/**
 * Caches counts with their version of the explore index and reads the current version each time: the next search on
 * every node sees a change made on any.
 */
export function createSearchCounts(): SearchCounts {
  const cache = new Map<string, MatchCounts>()

  return {
    async find(db, filters, query) {
      const cached = cache.get(keyOf(filters, query))
      return cached && cached.version === (await exploreIndexVersion(db)) ? cached : null
    },
    store(filters, query, counts) {
      const key = keyOf(filters, query)
      cache.delete(key)
      cache.set(key, counts)
      const oldest = cache.keys().next()
      if (cache.size > MAX_CACHED && !oldest.done) cache.delete(oldest.value)
    },
  }
}

function keyOf({ genre, onlyTrending }: ExploreFilters, { words }: SearchQuery): string {
  return createHash('sha256')
    .update(JSON.stringify([genre, onlyTrending, words]))
    .digest('base64url')
}
