import type { Db } from '#platform/database.server.ts'
import { createRateLimits } from '#platform/rate-limits.server.ts'
import { Refusal } from '#platform/refusal.ts'

/** How often a creator may retry one video. @see docs/product.md#limits */
export const RETRIES_PER_VIDEO = 3
/** Videos of one creator that may fail within an hour. @see docs/product.md#limits */
export const FAILURES_PER_HOUR = { count: 20, windowSeconds: 3600 }

/** Limits a creator's recent failures: broken files, sent or retried repeatedly, delay others. */
export interface FailureLimit {
  /** @throws Refusal video.too_many_failures */
  admit(creatorId: string): Promise<void>
  recordFailure(creatorId: string): Promise<void>
}

export function createFailureLimit(db: Db): FailureLimit {
  const limits = createRateLimits(db)
  const keyOf = (creatorId: string) => `videos-failed:${creatorId}`
  return {
    async admit(creatorId) {
      const free = await limits.check(keyOf(creatorId), FAILURES_PER_HOUR)
      if (!free.allowed) throw new Refusal('video.too_many_failures', { retryAfterSeconds: free.retryAfterSeconds })
    },
    async recordFailure(creatorId) {
      await limits.take(keyOf(creatorId), FAILURES_PER_HOUR)
    },
  }
}
