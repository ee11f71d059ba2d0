import { sql } from 'kysely'
import type { Audience } from '#catalog/audience.ts'
import type { Db, Trx } from '#platform/database.server.ts'

/** The facts of an episode that notifications need. */
interface AnnouncedEpisode {
  creatorUid: string
  /** When it was announced to followers; null before that. */
  announcedAt: Date | null
}

/** Stores who may find an episode. Returns whether it has notifications. */
export async function saveAudience(
  trx: Trx,
  { id, creatorId, audience }: { id: string; creatorId: string; audience: Audience },
): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    insert into announced_episodes (episode_id, creator_uid, audience) values (${id}, ${creatorId}, ${audience})
    on conflict (episode_id) do update set audience = excluded.audience
    returning exists (select from notifications where episode_id = ${id}) as "isKnown"
  `.execute(trx)
  return rows[0]!.isKnown
}

/** Records that the episode is being announced to followers; false when it was before. */
export async function startAnnouncing(trx: Trx, episodeId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update announced_episodes set announced_at = ${at} where episode_id = ${episodeId} and announced_at is null returning 1
  `.execute(trx)
  return rows.length > 0
}

/** Records a milestone and returns the creator to notify; null when the same or a greater one was announced before. */
export async function raiseMilestone(trx: Trx, episodeId: string, likes: number): Promise<string | null> {
  const { rows } = await sql<{ creatorUid: string }>`
    update announced_episodes set likes_announced = ${likes} where episode_id = ${episodeId} and likes_announced < ${likes}
    returning creator_uid as "creatorUid"
  `.execute(trx)
  return rows[0]?.creatorUid ?? null
}

/** Undefined when the episode is gone. */
export async function findAnnouncedEpisode(db: Db | Trx, episodeId: string): Promise<AnnouncedEpisode | undefined> {
  const { rows } = await sql<AnnouncedEpisode>`
    select creator_uid as "creatorUid", announced_at as "announcedAt" from announced_episodes where episode_id = ${episodeId}
  `.execute(db)
  return rows[0]
}
