import type { Db } from '#platform/database.server.ts'
import { createRateLimits } from '#platform/rate-limits.server.ts'
import { Refusal } from '#platform/refusal.ts'

/** How often a creator may have one video tried again. @see docs/product.md#limits */
export const RETRIES_A_VIDEO = 3
/** Videos of one creator that may fail within an hour. @see docs/product.md#limits */
export const FAILURES_AN_HOUR = { count: 20, windowSeconds: 3600 }

/** What of a creator's files failed lately: broken ones, sent or tried again and again, take time that others wait for. */
export interface Tries {
  /** @throws Refusal video.too_many_failures */
  admit(creatorId: string): Promise<void>
  failed(creatorId: string): Promise<void>
}

export function createTries(db: Db): Tries {
  const limits = createRateLimits(db)
  const keyOf = (creatorId: string) => `videos-failed:${creatorId}`
  return {
    async admit(creatorId) {
      const free = await limits.look(keyOf(creatorId), FAILURES_AN_HOUR)
      if (!free.allowed) throw new Refusal('video.too_many_failures', { retryAfterSeconds: free.retryAfterSeconds })
    },
    async failed(creatorId) {
      await limits.take(keyOf(creatorId), FAILURES_AN_HOUR)
    },
  }
}
