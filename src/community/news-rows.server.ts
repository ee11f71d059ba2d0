import { sql } from 'kysely'
import type { Audience } from '#catalog/audience.ts'
import type { Db, Trx } from '#platform/database.server.ts'

/** The facts of an episode that notifications need. */
interface EpisodeNews {
  creatorUid: string
  /** When its followers were told; null before that. */
  toldAt: Date | null
}

/** Stores who may find an episode. Returns whether anybody was told anything about it. */
export async function saveAudience(
  trx: Trx,
  { id, creatorId, audience }: { id: string; creatorId: string; audience: Audience },
): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    insert into episode_news (episode_id, creator_uid, audience) values (${id}, ${creatorId}, ${audience})
    on conflict (episode_id) do update set audience = excluded.audience
    returning exists (select from notifications where episode_id = ${id}) as "isKnown"
  `.execute(trx)
  return rows[0]!.isKnown
}

/** Records that followers are being told; false when they were before. */
export async function startTelling(trx: Trx, episodeId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update episode_news set told_at = ${at} where episode_id = ${episodeId} and told_at is null returning 1
  `.execute(trx)
  return rows.length > 0
}

/** Records a milestone and returns the creator to tell; null when a greater one or the same was told before. */
export async function raiseMilestone(trx: Trx, episodeId: string, likes: number): Promise<string | null> {
  const { rows } = await sql<{ creatorUid: string }>`
    update episode_news set likes_told = ${likes} where episode_id = ${episodeId} and likes_told < ${likes}
    returning creator_uid as "creatorUid"
  `.execute(trx)
  return rows[0]?.creatorUid ?? null
}

/** Undefined when the episode is gone. */
export async function findNews(db: Db | Trx, episodeId: string): Promise<EpisodeNews | undefined> {
  const { rows } = await sql<EpisodeNews>`
    select creator_uid as "creatorUid", told_at as "toldAt" from episode_news where episode_id = ${episodeId}
  `.execute(db)
  return rows[0]
}
