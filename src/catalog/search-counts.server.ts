import { createHash } from 'node:crypto'
import type { Db } from '#platform/database.server.ts'
import type { ExploreFilters } from './explore-rows.server.ts'
import type { PlannedQuery } from './search-condition-rows.server.ts'
import { countMatches, exploreIndexVersion, type MatchCounts } from './search-rows.server.ts'

/** Exact match counts, cached until the explore index changes. */
export interface SearchCounts {
  count(db: Db, filters: ExploreFilters, query: PlannedQuery): Promise<MatchCounts>
}

/** About 100 bytes each. */
const MAX_CACHED = 2000

/**
 * Caches counts with their version of the explore index and reads the current version each time: the next search on
 * every node sees a change made on any.
 */
export function createSearchCounts(): SearchCounts {
  const cache = new Map<string, MatchCounts>()

  function store(key: string, found: MatchCounts): void {
    cache.delete(key)
    cache.set(key, found)
    const oldest = cache.keys().next()
    if (cache.size > MAX_CACHED && !oldest.done) cache.delete(oldest.value)
  }

  return {
    async count(db, filters, query) {
      const json = JSON.stringify([filters.genre, filters.onlyTrending, query.words])
      const key = createHash('sha256').update(json).digest('base64url')
      const cached = cache.get(key)
      if (cached && cached.version === (await exploreIndexVersion(db))) return cached
      const found = await countMatches(db, filters, query)
      store(key, found)
      return found
    },
  }
}
