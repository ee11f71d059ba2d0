import type { ModerationMode } from '#administration/site/site-settings.ts'
import type { Hold, HoldFor } from '#catalog/hold.ts'
import type { Trx } from '#platform/database.server.ts'
import type { ImageModeration } from './image-moderation.ts'

/** Whether episodes are held back, as a transaction sees it. */
export type ReadMode = (trx: Trx) => Promise<ModerationMode>

/** New episodes wait for their check; where nothing checks them, for a person. */
export function createHoldFor(readMode: ReadMode, { service }: Pick<ImageModeration, 'service'>): HoldFor {
  return async (trx) => {
    if ((await readMode(trx)) !== 'hold') return null
    return service === 'off' ? 'person' : 'check'
  }
}

/**
 * The hold of an episode whose pictures have been checked. One that is not held, or waits for a person, stays as it is: an
 * earlier decision of a moderator counts.
 */
export function holdAfterCheck(hold: Hold | null, isFlagged: boolean, mode: ModerationMode): Hold | null {
  if (hold === null || hold === 'person') return hold
  return isFlagged && mode === 'hold' ? 'person' : null
}

/** The hold of an episode whose pictures could not be checked. One that does not wait for the check stays as it is. */
export function holdAfterFailure(hold: Hold | null, mode: ModerationMode): Hold | null {
  if (hold !== 'check') return hold
  return mode === 'hold' ? 'failed' : null
}
