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
  /** Since when a finished analysis is to be renewed, or when a renewal failed last; null when it is up to date. */
  outdated_at: Date | null
}

function analysisTables(db: Db | Trx) {
  return videoTables(db).withTables<{ frame_analyses: FrameAnalysesTable }>()
}

/** Replaces an earlier one, but an outdated one not by a failure. @param analysis null when it failed */
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
  if (!analysis) {
    const kept = analysisTables(db).updateTable('frame_analyses').set({ outdated_at: analysedAt })
    const { numUpdatedRows } = await kept
      .where('video_uid', '=', video.uid)
      .where('state', '=', 'done')
      .executeTakeFirst()
    if (numUpdatedRows > 0) return
  }
  const state = analysis ? ('done' as const) : ('failed' as const)
  const row = { state, analysed_at: analysedAt, outdated_at: null, ...facts }
  await analysisTables(db)
    .insertInto('frame_analyses')
    .values({ video_uid: video.uid, flashes: JSON.stringify([]), ...row })
    .onConflict((conflict) => conflict.column('video_uid').doUpdateSet(row))
    .execute()
}

/** Whether there is a result that is not outdated. */
export async function isAnalysed(db: Db | Trx, uid: string): Promise<boolean> {
  const rows = analysisTables(db)
    .selectFrom('frame_analyses')
    .select(['state', 'outdated_at'])
    .where('video_uid', '=', uid)
  const found = await rows.executeTakeFirst()
  return found?.state === 'done' && found.outdated_at === null
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

/** Number of counted frames; before they are counted, by length and frame rate. Null while the length is not known. */
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

/** Whether each frame has a time of its own. Until the frames have been analysed, the facts of the file decide. */
export async function findRateVarying(db: Db, uid: string): Promise<boolean> {
  const found = await analysisTables(db)
    .selectFrom('videos')
    .leftJoin('frame_analyses', (join) =>
      join.onRef('frame_analyses.video_uid', '=', 'videos.uid').on('frame_analyses.state', '=', 'done'),
    )
    .select([
      sql<boolean>`frame_analyses.video_uid is not null`.as('is_analysed'),
      sql<boolean>`frame_times is not null`.as('has_times'),
      sql<boolean | null>`media_info->'video'->'isConstantFrameRate' = 'false'::jsonb`.as('varies_in_file'),
    ])
    .where('uid', '=', uid)
    .executeTakeFirst()
  if (!found) return false
  return found.is_analysed ? found.has_times : found.varies_in_file === true
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
 * Complete videos of this host that have preview assets and no analysis, or an outdated one: from before there were any, or those
 * whose analysis failed before `failedBefore`.
 */
export async function uidsToAnalyse(db: Db, failedBefore: Date, limit: number): Promise<string[]> {
  const rows = await videoTables(db)
    .selectFrom('videos')
    .select('uid')
    .where('state', '=', 'ready')
    .where('percent_complete', '=', 100)
    .where('preview_name', 'is not', null)
    .where(
      sql<boolean>`not exists (select from frame_analyses where video_uid = uid and case
        when frame_analyses.state = 'done' then outdated_at is null or outdated_at > ${failedBefore}
        else analysed_at >= ${failedBefore} end)`,
    )
    .limit(limit)
    .execute()
  return rows.map(({ uid }) => uid)
}
