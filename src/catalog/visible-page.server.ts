import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '#identity/account.ts'
import type { Db } from '#platform/database.server.ts'

/** An episode in somebody's list, with the instant that orders the list. */
export interface ListedAt {
  episodeId: string
  at: Date
}

/** A query of another room for the rows of a person's list: `episode_id`, each once, and `at`. */
export type ListQuery = RawBuilder<{ episode_id: string; at: Date }>

/** The part of a list that a person may see now: at most `limit` entries after one, the latest first, and their number. */
export async function findVisiblePage(
  db: Db,
  list: ListQuery,
  viewer: Viewer,
  { after, limit }: { after: ListedAt | null; limit: number },
): Promise<{ entries: ListedAt[]; total: number }> {
  const visible = sql`
    from (${list}) as list join episodes on episodes.id = list.episode_id
    where (episodes.audience <> 'owner' or episodes.creator_id = ${viewer.uid})
  `
  const following = after ? sql`and (list.at, list.episode_id) < (${after.at}, ${after.episodeId}::text)` : sql``
  const [{ rows: entries }, { rows: counts }] = await Promise.all([
    sql<ListedAt>`
      select list.episode_id as "episodeId", list.at ${visible} ${following}
      order by list.at desc, list.episode_id desc limit ${limit}
    `.execute(db),
    sql<{ total: number }>`select count(*) as total ${visible}`.execute(db),
  ])
  return { entries, total: counts[0]!.total }
}
