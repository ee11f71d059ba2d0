import { type Generated, type JSONColumnType, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { FrameAnalysis } from './media/analysis/frame-analysis.ts'
import { unevenTimesOf } from './media/analysis/uneven-times.ts'
import {
  type ExposureSheet,
  type FlashCheck,
  type FlashSpan,
  frameCountBy,
  type PictureChanges,
  type PresentationTimes,
} from './video.ts'
import { frameRateOf, type VideoRow, videoTables } from './video-rows.server.ts'

interface FrameAnalysesTable {
  video_uid: string
  state: 'done' | 'failed'
  frames: Generated<number>
  drawings: Generated<number[]>
  flashes: JSONColumnType<FlashSpan[]>
  flashes_per_second: Generated<number[]>
  frame_times: number[] | null
  /** Both null where the frames were analysed before these were looked for. */
  cuts: number[] | null
  changes: number[] | null
  analysed_at: Date
}

function analysisTables(db: Db | Trx) {
  return videoTables(db).withTables<{ frame_analyses: FrameAnalysesTable }>()
}

/** Replaces an earlier one. @param analysis null when it failed */
export async function storeAnalysis(
  db: Db | Trx,
  video: Pick<VideoRow, 'uid' | 'frame_rate_numerator' | 'frame_rate_denominator'>,
  analysis: FrameAnalysis | null,
  analysedAt: Date,
): Promise<void> {
  const facts = analysis && {
    frames: analysis.frames,
    drawings: analysis.drawings,
    flashes: JSON.stringify(analysis.flashes),
    flashes_per_second: analysis.flashesPerSecond,
    frame_times: unevenTimesOf(analysis.times, frameRateOf(video)),
    cuts: analysis.cuts,
    changes: analysis.changes,
  }
  const row = { state: analysis ? ('done' as const) : ('failed' as const), analysed_at: analysedAt, ...facts }
  await analysisTables(db)
    .insertInto('frame_analyses')
    .values({ video_uid: video.uid, flashes: JSON.stringify([]), ...row })
    .onConflict((conflict) => conflict.column('video_uid').doUpdateSet(row))
    .execute()
}

export async function isAnalysed(db: Db | Trx, uid: string): Promise<boolean> {
  const rows = analysisTables(db).selectFrom('frame_analyses').select('state').where('video_uid', '=', uid)
  return (await rows.executeTakeFirst())?.state === 'done'
}

/** `pending` also for a video that is not there. */
export async function findFlashes(db: Db, uid: string): Promise<FlashCheck> {
  const found = await analysisTables(db)
    .selectFrom('frame_analyses')
    .select(['state', 'flashes', 'flashes_per_second', 'analysed_at'])
    .where('video_uid', '=', uid)
    .executeTakeFirst()
  if (!found) return { state: 'pending', spans: [], perSecond: [], checkedAt: null }
  const { state, flashes, flashes_per_second, analysed_at } = found
  return { state, spans: flashes, perSecond: flashes_per_second, checkedAt: analysed_at }
}

/** Null until the frames have been analysed. */
export async function findExposureSheet(db: Db, uid: string): Promise<ExposureSheet | null> {
  const found = await analysisTables(db)
    .selectFrom('frame_analyses')
    .innerJoin('videos', 'videos.uid', 'frame_analyses.video_uid')
    .select(['frames', 'drawings', 'frame_rate_numerator', 'frame_rate_denominator'])
    .where('video_uid', '=', uid)
    .where('frame_analyses.state', '=', 'done')
    .executeTakeFirst()
  const frameRate = found && frameRateOf(found)
  return frameRate ? { frameRate, frames: found.frames, drawings: found.drawings } : null
}

/** As they were counted; before that, by length and frame rate. Null while the length is not known. */
export async function findFrameCount(db: Db, uid: string): Promise<number | null> {
  const found = await analysisTables(db)
    .selectFrom('videos')
    .leftJoin('frame_analyses', (join) =>
      join.onRef('frame_analyses.video_uid', '=', 'videos.uid').on('frame_analyses.state', '=', 'done'),
    )
    .select(['frames', 'duration_seconds', 'frame_rate_numerator', 'frame_rate_denominator'])
    .where('uid', '=', uid)
    .executeTakeFirst()
  if (!found) return null
  return found.frames ?? frameCountBy(found.duration_seconds, frameRateOf(found))
}

/** Null until the frames have been analysed. */
export async function findPresentationTimes(db: Db, uid: string): Promise<PresentationTimes | null> {
  const found = await analysisTables(db)
    .selectFrom('frame_analyses')
    .select(['frames', 'frame_times'])
    .where('video_uid', '=', uid)
    .where('state', '=', 'done')
    .executeTakeFirst()
  if (!found) return null
  return { frames: found.frames, times: found.frame_times?.map((microseconds) => microseconds / 1_000_000) ?? null }
}

/** Whether each frame has a time of its own; false until the frames have been analysed. */
export async function findRateVarying(db: Db, uid: string): Promise<boolean> {
  const found = await analysisTables(db)
    .selectFrom('frame_analyses')
    .select('video_uid')
    .where('video_uid', '=', uid)
    .where('state', '=', 'done')
    .where('frame_times', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Null until the frames have been analysed, and where that was before cuts were looked for. */
export async function findChanges(db: Db, uid: string): Promise<PictureChanges | null> {
  const found = await analysisTables(db)
    .selectFrom('frame_analyses')
    .select(['frames', 'cuts', 'changes'])
    .where('video_uid', '=', uid)
    .where('state', '=', 'done')
    .executeTakeFirst()
  if (!found?.cuts || !found.changes) return null
  return { frames: found.frames, cuts: found.cuts, changes: found.changes }
}

/**
 * Complete videos of this host that have preview assets and no analysis: from before there were any, or those whose analysis
 * failed before `failedBefore`.
 */
export async function uidsToAnalyse(db: Db, failedBefore: Date, limit: number): Promise<string[]> {
  const rows = await videoTables(db)
    .selectFrom('videos')
    .select('uid')
    .where('state', '=', 'ready')
    .where('percent_complete', '=', 100)
    .where('preview_name', 'is not', null)
    .where(
      sql<boolean>`not exists (select from frame_analyses where video_uid = uid
        and (frame_analyses.state = 'done' or analysed_at >= ${failedBefore}))`,
    )
    .limit(limit)
    .execute()
  return rows.map(({ uid }) => uid)
}
