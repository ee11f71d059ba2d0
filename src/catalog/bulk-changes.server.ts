import type { Account } from '#identity/account.ts'
import { isRefusal, Refusal, type RefusalCode } from '#platform/refusal.ts'
import { BULK_MAX, type EpisodeChanges } from './episode.ts'
import type { EpisodeCommands } from './episode-commands.server.ts'

/** One change to several episodes. */
export type BulkChange = Pick<EpisodeChanges, 'visibility' | 'publishAt' | 'genre' | 'tags'> | 'delete'

export interface BulkResult {
  /** Number of episodes that were changed or deleted. */
  changed: number
  /** Episodes that were refused, in the given order. */
  refused: { id: string; code: RefusalCode }[]
}

export interface BulkChanges {
  /**
   * Edits or removes each of these episodes, as `edit` and `remove` do.
   * @throws Refusal catalog.bulk_too_many
   */
  changeMany(account: Account, ids: string[], change: BulkChange): Promise<BulkResult>
}

export function createBulkChanges({ edit, remove }: Pick<EpisodeCommands, 'edit' | 'remove'>): BulkChanges {
  return {
    changeMany: (account, ids, change) =>
      changeEach(ids, async (id) => {
        if (change === 'delete') await remove(account, id)
        else await edit(account, id, change)
      }),
  }
}

/**
 * Changes these episodes one after another, each in a transaction of its own: the refusal of one does not affect the
 * others. Each id counts once.
 * @throws Refusal catalog.bulk_too_many
 */
export async function changeEach(ids: string[], changeOne: (id: string) => Promise<void>): Promise<BulkResult> {
  const wanted = [...new Set(ids)]
  if (wanted.length > BULK_MAX) throw new Refusal('catalog.bulk_too_many', { field: 'episodeIds' })
  const refused: BulkResult['refused'] = []
  for (const id of wanted) {
    try {
      await changeOne(id)
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown
      refused.push({ id, code: thrown.code })
    }
  }
  return { changed: wanted.length - refused.length, refused }
}
