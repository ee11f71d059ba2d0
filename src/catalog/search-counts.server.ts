import { createHash } from 'node:crypto'
import type { Db } from '#platform/database.server.ts'
import type { ListingFilters } from './listing-rows.server.ts'
import { countMatches, listingVersion, type Matched, type Planned } from './search-rows.server.ts'

/** Exact numbers of matches, made once for as long as nothing that is listed changes. */
export interface SearchCounts {
  count(db: Db, filters: ListingFilters, sought: Planned): Promise<Matched>
}

/** About 100 bytes each. */
const KEPT = 2000

/**
 * Remembers numbers with the version of the listings that they are of, and asks for the version each time: a change made
 * by any node is seen by the next search of every other.
 */
export function createSearchCounts(): SearchCounts {
  const made = new Map<string, Matched>()

  function keep(key: string, found: Matched): void {
    made.delete(key)
    made.set(key, found)
    const oldest = made.keys().next()
    if (made.size > KEPT && !oldest.done) made.delete(oldest.value)
  }

  return {
    async count(db, filters, sought) {
      const asked = JSON.stringify([filters.genre, filters.onlyTrending, sought.words])
      const key = createHash('sha256').update(asked).digest('base64url')
      const known = made.get(key)
      if (known && known.version === (await listingVersion(db))) return known
      const found = await countMatches(db, filters, sought)
      keep(key, found)
      return found
    },
  }
}
