import { createHmac } from 'node:crypto'
import { networkOf } from '#identity/identity-limits.server.ts'
import { readWhileWanted } from '#platform/cancellable.server.ts'
import type { Db } from '#platform/database.server.ts'
import { createRateLimits, type RateLimit } from '#platform/rate-limits.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { createTurns, type TurnLimits } from '#platform/turns.server.ts'
import type { Searcher } from './explore.server.ts'

/** How much of the database searches may have: of this process, and of one network in it. @see docs/product.md#limits */
const SEARCH_TURNS: TurnLimits = { running: 4, waiting: 24, waitMs: 3000, ofOneCaller: 6 }
/** Of one network, on all nodes together: a person who types asks at most four times a second, and not for long. */
const SEARCHES_OF_NETWORK: RateLimit = { count: 300, windowSeconds: 60 }
/** A search is far below; one that is not has met something worse than a long list. */
const STATEMENT_MS = 5000

export interface SearchTurns {
  /**
   * Reads for one search when its turn comes, on one connection, until it is done or nobody wants it any more.
   * @throws Refusal catalog.searches_too_many, catalog.searches_busy, catalog.search_abandoned
   */
  take<Found>(from: Searcher | null, search: (reading: Db) => Promise<Found>): Promise<Found>
}

export interface SearchTurnsParts {
  db: Db
  /** Keys the hashes under which networks are counted. */
  secret: string
  limits?: { turns?: TurnLimits; network?: RateLimit; statementMs?: number }
}

export function createSearchTurns({ db, secret, limits = {} }: SearchTurnsParts): SearchTurns {
  const rateLimits = createRateLimits(db)
  const ofNetwork = limits.network ?? SEARCHES_OF_NETWORK
  const statementMs = limits.statementMs ?? STATEMENT_MS
  const turns = createTurns(limits.turns ?? SEARCH_TURNS, {
    ofOneCaller: 'catalog.searches_too_many',
    overall: 'catalog.searches_busy',
  })

  async function countSearch(network: string): Promise<void> {
    const taken = await rateLimits.take(
      `searches:${createHmac('sha256', secret).update(network).digest('base64url')}`,
      ofNetwork,
    )
    if (!taken.allowed) throw new Refusal('catalog.searches_too_many', { retryAfterSeconds: taken.retryAfterSeconds })
  }

  return {
    async take(from, search) {
      const network = from && networkOf(from.address)
      try {
        return await turns.take(network, from?.signal, async () => {
          // Counted in its turn: a flood of one network finds no more connections for being refused.
          if (network !== null) await countSearch(network)
          return await readWhileWanted(db, { statementMs }, from?.signal, search)
        })
      } catch (error) {
        if (from?.signal.aborted) throw new Refusal('catalog.search_abandoned')
        throw error
      }
    },
  }
}
