import type { Trx } from '#platform/database.server.ts'

/**
 * Why an episode is held back from everyone but its creator and moderators: its pictures are not checked yet, could not be
 * checked, or wait for a person. @see docs/product.md#held-episodes
 */
export type Hold = 'check' | 'failed' | 'person'

/** Why an episode whose file or poster is new would be held back; null when it would not. Decided above this room. */
export type HoldFor = (trx: Trx) => Promise<Hold | null>

/**
 * The hold of an episode that gets another file or poster: a person who was to decide still is.
 * @param fresh that of a new episode now; null for none
 */
export function holdOfChange(present: Hold | null, fresh: Hold | null): Hold | null {
  return present === 'person' ? present : fresh
}
