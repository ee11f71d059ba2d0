import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'

/** Counted per creator at most. */
const NEW_EPISODES_MAX = 100
/** Pages opened within it belong to one visit. @see docs/product.md#following */
const VISIT_GAP_SECONDS = 30 * 60

/** Records that a person opens Following. @returns the end of the visit before, null without one */
export async function recordVisit(db: Db, uid: string, at: Date): Promise<Date | null> {
  const { rows } = await sql<{ seenAt: Date | null }>`
    insert into following_visits as visit (uid, visited_at) values (${uid}, ${at})
    on conflict (uid) do update set
      seen_at = case
        when excluded.visited_at - visit.visited_at > make_interval(secs => ${VISIT_GAP_SECONDS}) then visit.visited_at
        else visit.seen_at
      end,
      visited_at = greatest(visit.visited_at, excluded.visited_at)
    returning seen_at as "seenAt"
  `.execute(db)
  return rows[0]!.seenAt
}

/** When a person last opened Following; null for never. */
export async function findVisit(db: Db, uid: string): Promise<Date | null> {
  const { rows } = await sql<{ visitedAt: Date }>`
    select visited_at as "visitedAt" from following_visits where uid = ${uid}
  `.execute(db)
  return rows[0]?.visitedAt ?? null
}

interface Since {
  followerUid: string
  /** Null: since the person follows each creator. */
  since: Date | null
}

const isNew = (since: Date | null) => sql`
  announced.audience = 'everyone' and announced.announced_at > greatest(follows.followed_at, ${since}::timestamptz)
`

/** Numbers of episodes that these followed creators announced since then, at most 100 each; creators without any are absent. */
export async function newByCreator(
  db: Db,
  { followerUid, since }: Since,
  creatorUids: string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ uid: string; number: number }>`
    select follows.creator_uid as uid, number from follows
    cross join lateral (
      select count(*) as number from (
        select from announced_episodes as announced
        where announced.creator_uid = follows.creator_uid and ${isNew(since)} limit ${NEW_EPISODES_MAX}
      ) as announced
    ) as counted
    where follower_uid = ${followerUid} and follows.creator_uid = any(${creatorUids}::text[]) and number > 0
  `.execute(db)
  return new Map(rows.map(({ uid, number }) => [uid, number]))
}

/** The episodes among these that a followed creator announced since then. */
export async function newAmong(db: Db, { followerUid, since }: Since, episodeIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select announced.episode_id as id from announced_episodes as announced
    join follows on follows.creator_uid = announced.creator_uid and follower_uid = ${followerUid}
    where announced.episode_id = any(${episodeIds}::text[]) and ${isNew(since)}
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
