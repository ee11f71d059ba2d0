import type { Catalog } from '#catalog/catalog.server.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { APPEAL_DAYS } from './decision.ts'
import { markCleaned, type Takedown, takedownsBefore } from './decision-rows.server.ts'

export interface EraseTakedownsParts {
  db: Db
  clock: Clock
  identity: Pick<Identity, 'find'>
  catalog: Pick<Catalog, 'remove'> & { moderation: Pick<Catalog['moderation'], 'find'> }
}

/** Most episodes that one run erases. */
const MOST_AT_ONCE = 100

/**
 * Erases episodes, with their files, that are still taken down when nobody can appeal any more.
 * @throws AggregateError once all others are erased
 */
export async function eraseTakedowns({ db, clock, identity, catalog }: EraseTakedownsParts): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - APPEAL_DAYS * 86_400_000)
  const failures: unknown[] = []
  for (const takedown of await takedownsBefore(db, before, MOST_AT_ONCE))
    await erase(takedown).catch((error) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} takedowns could not be erased.`)

  async function erase({ id, episodeId, ownerUid }: Takedown): Promise<void> {
    const [episode, owner] = await Promise.all([catalog.moderation.find(episodeId), identity.find(ownerUid)])
    if (owner && episode?.restriction === 'taken_down') await catalog.remove(owner, episodeId)
    await markCleaned(db, id, now)
  }
}
