import { sql } from 'kysely'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Trx } from '#platform/database.server.ts'
import { transact } from '#platform/transact.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'

/**
 * Removes an account as the product does, with its locks in the order of `src/engagement/README.md`. A plain delete would
 * lock the likes before the counts of their episodes, and deadlock with the removal of such an episode.
 */
export async function removeAccount(room: TestCatalog, engagement: Engagement, uid: string): Promise<void> {
  await transact(room.db, async (trx) => {
    await sql`select from users where id = ${uid} for update`.execute(trx)
    await room.creators.lockProfile(trx, uid)
    const episodes = await room.catalog.accounts.lockAllOf(trx, uid, await engagement.activity.episodesOf(trx, uid))
    await room.catalog.accounts.lockExploreIndex(trx)
    await engagement.activity.lockCounts(trx, episodes.ids, episodes.ownIds)
    await room.catalog.accounts.removeAllOf(trx, episodes)
    await engagement.activity.removeLimitsOf(trx, uid)
    await sql`delete from users where id = ${uid}`.execute(trx)
  })
}

/** Removes the episodes and series of a creator as the removal of an account does. */
export async function removeEpisodesOf(
  { catalog, series }: Pick<TestCatalog, 'catalog' | 'series'>,
  trx: Trx,
  uid: string,
): Promise<void> {
  const episodes = await catalog.accounts.lockAllOf(trx, uid, [])
  await series.removeAllOf(trx, uid)
  await catalog.accounts.lockExploreIndex(trx)
  await catalog.accounts.removeAllOf(trx, episodes)
}
