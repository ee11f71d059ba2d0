import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { announceCounts } from './count-news.server.ts'
import { holdStats } from './count-rows.server.ts'

/**
 * For when a person's account goes with their likes and comments: numbers of other people's episodes follow, and many at
 * once. The account is held already, so that nothing is added meanwhile.
 * @see README.md, lock order
 */
export interface Leaving {
  /** Episodes that this person likes or has commented on. */
  episodesOfGiven(trx: Trx, uid: string): Promise<string[]>
  /** Holds the numbers of these episodes, which are held themselves, and announces that they change. */
  holdNumbers(trx: Trx, episodeIds: string[]): Promise<void>
}

export function createLeaving(events: Events): Leaving {
  return {
    episodesOfGiven: (trx, uid) => episodesOfGiven(trx, uid),
    async holdNumbers(trx, episodeIds) {
      await holdStats(trx, episodeIds)
      await announceCounts(events, trx, episodeIds)
    },
  }
}

async function episodesOfGiven(db: Db | Trx, uid: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select episode_id as id from likes where uid = ${uid}
    union
    select episode_id from comments where author_uid = ${uid}
  `.execute(db)
  return rows.map((row) => row.id)
}
