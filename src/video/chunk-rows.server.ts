import type { Insertable, JSONColumnType, Selectable } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { AudioRange } from './media/hls/audio-range.ts'
import type { Chunk } from './media/hls/chunk-plan.ts'
import type { Segment } from './media/hls/read-rendition.server.ts'
import type { EncodeTarget } from './media/rendition.ts'
import type { Similarity } from './media/replacement.ts'
import { videoTables } from './video-rows.server.ts'

/** `first`: the first rendition, which plays while it grows; `later`: all others; `av1`: a second set in AV1. */
export type Stage = 'first' | 'later' | 'av1'

/** A rendition being made in chunks; its folder is named after its id. */
export interface PlannedRendition {
  id: string
  target: EncodeTarget
}

export interface PlannedChunk {
  chunk: Chunk
  /** Audio of the chunk, under the name that it is stored with. */
  audio: AudioRange | null
}

/** A planned chunk as stored: the previous version, which may run beside this one, reads and writes these keys. */
interface StoredPlan {
  chunk: Omit<Chunk, 'firstFrame' | 'frameCount'> & { firstPicture: number; pictures: number }
  sound: AudioRange | null
}

/** Stored result of one chunk of one rendition. */
export interface StoredChunk {
  /** Names are paths within the rendition's folder. */
  segments: (Segment & { name: string })[]
  codecs: string
  /** SHA-256 of the init segment, the same for all chunks of a rendition. */
  init: string
  /** Path of the init segment in the rendition's folder; first chunk only. */
  initName?: string
  /** Only for a rendition that may replace the first one; absent when the two could not be compared. */
  likeness?: Similarity
}

interface PlansTable {
  video_uid: string
  stage: Stage
  renditions: JSONColumnType<PlannedRendition[]>
  sound_name: string | null
  longest_segment_seconds: number
}

interface ChunksTable {
  video_uid: string
  stage: Stage
  number: number
  plan: JSONColumnType<StoredPlan>
  made: JSONColumnType<StoredChunk[]> | null
}

export type PlanRow = Selectable<PlansTable>
export type ChunkRow = Omit<Selectable<ChunksTable>, 'plan'> & { plan: PlannedChunk }

function chunkTables(db: Db | Trx) {
  return videoTables(db).withTables<{ chunk_plans: PlansTable; chunks: ChunksTable }>()
}

/** @returns false when this stage already has a plan */
export async function insertPlan(
  trx: Trx,
  plan: Omit<Insertable<PlansTable>, 'renditions'> & { renditions: PlannedRendition[] },
  chunks: PlannedChunk[],
): Promise<boolean> {
  const tables = chunkTables(trx)
  const inserted = await tables
    .insertInto('chunk_plans')
    .values({ ...plan, renditions: JSON.stringify(plan.renditions) })
    .onConflict((conflict) => conflict.columns(['video_uid', 'stage']).doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false
  const { video_uid, stage } = plan
  const rows = chunks.map((each) => ({
    video_uid,
    stage,
    number: each.chunk.number,
    plan: JSON.stringify(toStored(each)),
  }))
  await tables.insertInto('chunks').values(rows).execute()
  return true
}

export async function findPlan(db: Db | Trx, uid: string, stage: Stage): Promise<PlanRow | undefined> {
  return chunkTables(db)
    .selectFrom('chunk_plans')
    .selectAll()
    .where('video_uid', '=', uid)
    .where('stage', '=', stage)
    .executeTakeFirst()
}

export async function plansOf(db: Db | Trx, uid: string): Promise<PlanRow[]> {
  return chunkTables(db).selectFrom('chunk_plans').selectAll().where('video_uid', '=', uid).execute()
}

/** Ordered by number. */
export async function chunksOf(db: Db | Trx, uid: string, stage: Stage): Promise<ChunkRow[]> {
  const rows = await chunkTables(db)
    .selectFrom('chunks')
    .selectAll()
    .where('video_uid', '=', uid)
    .where('stage', '=', stage)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({ ...row, plan: fromStored(row.plan) }))
}

function toStored({ chunk: { firstFrame, frameCount, ...chunk }, audio }: PlannedChunk): StoredPlan {
  return { chunk: { ...chunk, firstPicture: firstFrame, pictures: frameCount }, sound: audio }
}

function fromStored({ chunk: { firstPicture, pictures, ...chunk }, sound }: StoredPlan): PlannedChunk {
  return { chunk: { ...chunk, firstFrame: firstPicture, frameCount: pictures }, audio: sound }
}

export async function saveChunk(
  trx: Trx,
  uid: string,
  stage: Stage,
  number: number,
  made: StoredChunk[],
): Promise<void> {
  await chunkTables(trx)
    .updateTable('chunks')
    .set({ made: JSON.stringify(made) })
    .where('video_uid', '=', uid)
    .where('stage', '=', stage)
    .where('number', '=', number)
    .execute()
}

/** Whether the first rendition is still growing, so that only its finished part plays. */
export async function isGrowing(db: Db | Trx, uid: string): Promise<boolean> {
  const plans = chunkTables(db).selectFrom('chunk_plans').select('video_uid').where('video_uid', '=', uid)
  return (await plans.where('stage', '=', 'first').executeTakeFirst()) !== undefined
}

/** Deletes plans with their chunks. Stored files that no rendition names become orphans. */
export async function removePlans(trx: Trx, uid: string, stage?: Stage): Promise<void> {
  const all = chunkTables(trx).deleteFrom('chunk_plans').where('video_uid', '=', uid)
  await (stage ? all.where('stage', '=', stage) : all).execute()
}

/** Names below media/{uid}/ that are in use while renditions are being made. */
export async function plannedNamesOf(db: Db | Trx, uid: string): Promise<string[]> {
  return (await plansOf(db, uid)).flatMap(({ renditions, sound_name }) => [
    ...renditions.map(({ id }) => id),
    ...(sound_name === null ? [] : [sound_name]),
  ])
}
