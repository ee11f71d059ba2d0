import type { Generated, JSONColumnType } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { currentAudience, isPublicAudience } from './media-audience.ts'
import { videoTables } from './video-rows.server.ts'

/** One rendition of an AV1 set, stored in the folder of its id. */
export interface Av1Rendition {
  id: string
  width: number
  height: number
  /** RFC 6381. */
  codecs: string
  peakBandwidth: number
  averageBandwidth: number
  sizeBytes: number
  /** File name in that folder; `index.m3u8` by default. */
  playlist?: string
}

/** `left_out`: not worthwhile, or impossible to make. */
export type Av1SetState = 'wanted' | 'listed' | 'left_out'

interface Av1SetsTable {
  video_uid: string
  state: Av1SetState
  renditions: JSONColumnType<Av1Rendition[]>
  asked_at: Generated<Date>
}

function av1Tables(db: Db | Trx) {
  return videoTables(db).withTables<{ av1_sets: Av1SetsTable }>()
}

/** @returns false when the video already has a set, in any state */
export async function insertAv1Set(trx: Trx, uid: string, state: Av1SetState): Promise<boolean> {
  const inserted = await av1Tables(trx)
    .insertInto('av1_sets')
    .values({ video_uid: uid, state, renditions: JSON.stringify([]) })
    .onConflict((conflict) => conflict.column('video_uid').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Null when none was requested. */
export async function av1StateOf(db: Db | Trx, uid: string): Promise<Av1SetState | null> {
  const sets = av1Tables(db).selectFrom('av1_sets').select('state')
  return (await sets.where('video_uid', '=', uid).executeTakeFirst())?.state ?? null
}

/** The published renditions of an AV1 set. */
export async function av1RenditionsOf(db: Db | Trx, uid: string): Promise<Av1Rendition[]> {
  const sets = av1Tables(db).selectFrom('av1_sets').select('renditions')
  return (await sets.where('video_uid', '=', uid).executeTakeFirst())?.renditions ?? []
}

export async function endAv1Set(trx: Trx, uid: string, state: Av1SetState, renditions: Av1Rendition[]): Promise<void> {
  await av1Tables(trx)
    .updateTable('av1_sets')
    .set({ state, renditions: JSON.stringify(renditions) })
    .where('video_uid', '=', uid)
    .execute()
}

/** Removes the set's row, so that one can be requested again. */
export async function removeAv1Set(trx: Trx, uid: string): Promise<void> {
  await av1Tables(trx).deleteFrom('av1_sets').where('video_uid', '=', uid).execute()
}

export async function countWantedAv1Sets(db: Db | Trx): Promise<number> {
  const { count } = await av1Tables(db)
    .selectFrom('av1_sets')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('state', '=', 'wanted')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Uids among these of videos that are complete, open to others and without a row in `av1_sets`; unordered. */
export async function uidsWithoutAv1Set(db: Db | Trx, uids: string[]): Promise<Set<string>> {
  const rows = await av1Tables(db)
    .selectFrom('videos')
    .leftJoin('av1_sets', 'av1_sets.video_uid', 'videos.uid')
    .select(['uid', 'videos.state', 'is_published', 'restricted_to', 'is_for_moderators'])
    .where('uid', 'in', uids)
    .where('videos.state', '=', 'ready')
    .where('percent_complete', '=', 100)
    .where('av1_sets.video_uid', 'is', null)
    .execute()
  return new Set(rows.filter((row) => isPublicAudience(currentAudience(row))).map(({ uid }) => uid))
}
