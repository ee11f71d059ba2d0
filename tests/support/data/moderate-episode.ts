import type { Catalog } from '#catalog/catalog.server.ts'
import type { EpisodeModeration } from '#catalog/episode-moderation.server.ts'
import { type Db, openDatabase } from '#platform/database.server.ts'
import { transact } from '#platform/transact.server.ts'
import type { TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

/** Changes an episode as a decision about it does, with its locks. */
export async function moderateEpisode(
  { db, catalog }: { db: Db; catalog: Pick<Catalog, 'moderation'> },
  id: string,
  changes: Partial<EpisodeModeration>,
): Promise<void> {
  await transact(db, async (trx) => {
    await catalog.moderation.lock(trx, id)
    await catalog.moderation.change(trx, id, changes)
  })
}

/** The same on a running site. */
export async function moderateEpisodeOn(
  { hoshi, connectionString }: Pick<TestHoshi, 'hoshi' | 'connectionString'>,
  id: string,
  changes: Partial<EpisodeModeration>,
): Promise<void> {
  const { db, close } = openDatabase(connectionString, () => {}, 1)
  await moderateEpisode({ db, catalog: hoshi.rooms.catalog }, id, changes).finally(close)
}
