import { readCancellable } from '#platform/cancellable-read.server.ts'
import { type ConcurrencyLimits, createConcurrencyLimiter } from '#platform/concurrency-limiter.server.ts'
import type { Db } from '#platform/database.server.ts'
import { networkKey } from '#platform/network-key.server.ts'
import { createRateLimits, type RateLimit } from '#platform/rate-limits.server.ts'
import { Refusal } from '#platform/refusal.ts'

/** Limits of concurrent searches in this process, overall and for one network. @see docs/product.md#limits */
const SEARCH_CONCURRENCY: ConcurrencyLimits = { running: 4, waiting: 24, waitMs: 3000, perCaller: 6 }
/** Limit of one network, on all nodes together: typing sends at most four searches a second, and not for long. */
const SEARCHES_PER_NETWORK: RateLimit = { count: 300, windowSeconds: 60 }
/** Statement timeout, far above the time of a search in a long list. */
const STATEMENT_TIMEOUT_MS = 5000

/** The caller of a search, for limits. */
export interface SearchCaller {
  ip: string
  /** Aborted when the caller stops waiting for the response. */
  signal: AbortSignal
}

export interface SearchLimiter {
  /**
   * Runs one search when a slot is free, on one connection, until it ends or is aborted.
   * @throws Refusal catalog.searches_too_many, catalog.searches_busy, request.abandoned
   */
  run<Result>(from: SearchCaller | null, search: (connection: Db) => Promise<Result>): Promise<Result>
}

export interface SearchLimiterParts {
  db: Db
  /** Keys the hashes under which networks are counted. */
  secret: string
  limits?: { concurrency?: ConcurrencyLimits; network?: RateLimit; statementMs?: number }
}

export function createSearchLimiter({ db, secret, limits = {} }: SearchLimiterParts): SearchLimiter {
  const rateLimits = createRateLimits(db)
  const networkLimit = limits.network ?? SEARCHES_PER_NETWORK
  const statementMs = limits.statementMs ?? STATEMENT_TIMEOUT_MS
  const queue = createConcurrencyLimiter(limits.concurrency ?? SEARCH_CONCURRENCY, {
    perCaller: 'catalog.searches_too_many',
    overall: 'catalog.searches_busy',
  })

  async function countSearch(network: string): Promise<void> {
    const taken = await rateLimits.take(`searches:${network}`, networkLimit)
    if (!taken.allowed) throw new Refusal('catalog.searches_too_many', { retryAfterSeconds: taken.retryAfterSeconds })
  }

  return {
    async run(from, search) {
      const network = from && networkKey(secret, from.ip)
      try {
        return await queue.run(network, from?.signal, async () => {
          // Counted inside the slot: a flooding network gains no connections by being refused.
          if (network !== null) await countSearch(network)
          return await readCancellable(db, { statementMs }, from?.signal, search)
        })
      } catch (error) {
        if (from?.signal.aborted) throw new Refusal('request.abandoned')
        throw error
      }
    },
  }
}
