import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import { videoTables } from './video-rows.server.ts'

/** Videos of adult episodes whose poster has no blurred copy yet. */
export async function uidsWithoutCover(db: Db, passedOver: string[], limit: number): Promise<string[]> {
  const rows = await videoTables(db)
    .selectFrom('videos')
    .select('uid')
    .where('nsfw_episode_id', 'is not', null)
    .where('cover_name', 'is', null)
    .where('state', '=', 'ready')
    .where('uid', '<>', sql<string>`all(${passedOver}::text[])`)
    .where(({ eb, or }) => or([eb('poster_name', 'is not', null), eb('chosen_poster_name', 'is not', null)]))
    .limit(limit)
    .execute()
  return rows.map(({ uid }) => uid)
}

/** Videos whose poster has no smaller copies yet. */
export async function uidsWithoutSmallPosters(db: Db, passedOver: string[], limit: number): Promise<string[]> {
  const rows = await videoTables(db)
    .selectFrom('videos')
    .select('uid')
    .where('small_posters_name', 'is', null)
    .where(({ eb, or }) => or([eb('poster_name', 'is not', null), eb('chosen_poster_name', 'is not', null)]))
    .where('state', '=', 'ready')
    .where('uid', '<>', sql<string>`all(${passedOver}::text[])`)
    .limit(limit)
    .execute()
  return rows.map(({ uid }) => uid)
}

/** Videos whose automatic poster has no large one yet, though the film is larger than a poster. */
export async function uidsWithoutLargePoster(db: Db, passedOver: string[], limit: number): Promise<string[]> {
  const rows = await videoTables(db)
    .selectFrom('videos')
    .select('uid')
    .where('large_poster_name', 'is', null)
    .where('poster_name', 'is not', null)
    .where(sql<boolean>`greatest(width, height) > 640`)
    .where('state', '=', 'ready')
    .where('host', '=', 'embedded')
    .where('uid', '<>', sql<string>`all(${passedOver}::text[])`)
    .limit(limit)
    .execute()
  return rows.map(({ uid }) => uid)
}
