import { type Generated, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { SampledFrame } from '../item.ts'
import type { ClassificationFailure, ImageModeration, Scores } from './image-moderation.ts'

interface ImageChecksTable {
  video_uid: string
  episode_id: string
  service: Exclude<ImageModeration['service'], 'off'>
  outcome: 'clean' | 'flagged' | 'failed'
  class: string | null
  score: number | null
  at_seconds: number | null
  failure: ClassificationFailure | null
  attempts: Generated<number>
  checked_at: Date
  /** The poster that its creator had chosen; null for the automatic one. */
  chosen_poster: string | null
}

interface ImageCheckFramesTable {
  video_uid: string
  number: number
  at_seconds: number | null
  scores: Scores
  picture: Buffer | null
}

export type ImageCheckRow = Selectable<ImageChecksTable>
export type NewImageCheckRow = Omit<ImageCheckRow, 'attempts'>
export type ImageCheckFrameRow = Selectable<ImageCheckFramesTable>

function tables(db: Db | Trx) {
  return db.withTables<{ image_checks: ImageChecksTable; image_check_frames: ImageCheckFramesTable }>()
}

/** The check of an episode's present file; undefined before the first attempt. */
export async function findCheck(db: Db | Trx, episodeId: string): Promise<ImageCheckRow | undefined> {
  return tables(db).selectFrom('image_checks').selectAll().where('episode_id', '=', episodeId).executeTakeFirst()
}

/** The check of a video; undefined before the first attempt. */
export async function findCheckOf(db: Db | Trx, videoUid: string): Promise<ImageCheckRow | undefined> {
  return tables(db).selectFrom('image_checks').selectAll().where('video_uid', '=', videoUid).executeTakeFirst()
}

/** Whether the file has been checked with success. */
export function isFileChecked(check: ImageCheckRow | undefined): check is ImageCheckRow {
  return check !== undefined && check.outcome !== 'failed'
}

/** Whether the file has been, and the poster too. @param chosenPoster null for the automatic one, a frame of the file */
export function isChecked(check: ImageCheckRow | undefined, chosenPoster: string | null): check is ImageCheckRow {
  return isFileChecked(check) && (chosenPoster === null || check.chosen_poster === chosenPoster)
}

/** The classified pictures of a video, frames in order and the poster last. */
export async function framesOf(db: Db | Trx, videoUid: string): Promise<Omit<ImageCheckFrameRow, 'video_uid'>[]> {
  return tables(db)
    .selectFrom('image_check_frames')
    .select(['number', 'at_seconds', 'scores', 'picture'])
    .where('video_uid', '=', videoUid)
    .orderBy('number')
    .execute()
}

/** The kept pictures of an episode's present file, in order. */
export async function keptFramesOf(db: Db, episodeId: string): Promise<SampledFrame[]> {
  return await tables(db)
    .selectFrom('image_check_frames as frame')
    .innerJoin('image_checks as check', 'check.video_uid', 'frame.video_uid')
    .select(['frame.number', 'frame.at_seconds as atSeconds', 'frame.scores'])
    .where('check.episode_id', '=', episodeId)
    .where('frame.picture', 'is not', null)
    .orderBy('frame.number')
    .execute()
}

/** The JPEG of one of them; null when there is none. */
export async function keptPicture(db: Db, episodeId: string, number: number): Promise<Buffer | null> {
  const row = await tables(db)
    .selectFrom('image_check_frames as frame')
    .innerJoin('image_checks as check', 'check.video_uid', 'frame.video_uid')
    .select('frame.picture')
    .where('check.episode_id', '=', episodeId)
    .where('frame.number', '=', number)
    .executeTakeFirst()
  return row?.picture ?? null
}

/**
 * Stores a check with its pictures, in place of failed ones.
 * @returns the number of attempts, or null when there is a successful check already
 */
export async function insertCheck(
  trx: Trx,
  check: NewImageCheckRow,
  frames: Omit<ImageCheckFrameRow, 'video_uid'>[],
): Promise<number | null> {
  const { video_uid, ...columns } = check
  const stored = await tables(trx)
    .insertInto('image_checks')
    .values({ video_uid, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('video_uid')
        .doUpdateSet({ ...columns, attempts: sql<number>`image_checks.attempts + 1` })
        .where('image_checks.outcome', '=', 'failed'),
    )
    .returning('attempts')
    .executeTakeFirst()
  if (!stored) return null
  await insertFrames(trx, video_uid, frames)
  return stored.attempts
}

async function insertFrames(trx: Trx, video_uid: string, frames: Omit<ImageCheckFrameRow, 'video_uid'>[]) {
  const rows = frames.map(({ scores, ...frame }) => ({
    ...frame,
    video_uid,
    scores: sql<Scores>`${JSON.stringify(scores)}`,
  }))
  if (rows.length > 0) await tables(trx).insertInto('image_check_frames').values(rows).execute()
}

/**
 * Stores the check of another poster of a file that has been checked. A flagged poster makes the whole check flagged; a
 * clean one leaves it as it is.
 */
export async function updatePosterCheck(
  trx: Trx,
  check: NewImageCheckRow,
  poster: Omit<ImageCheckFrameRow, 'video_uid' | 'number' | 'at_seconds'>,
): Promise<void> {
  const { video_uid, chosen_poster, checked_at, outcome, class: name, score } = check
  const flagged = outcome === 'flagged' && { outcome, class: name, score, at_seconds: null }
  await tables(trx)
    .updateTable('image_checks')
    .set({ chosen_poster, checked_at, ...flagged })
    .where('video_uid', '=', video_uid)
    .execute()
  const frames = tables(trx).selectFrom('image_check_frames').where('video_uid', '=', video_uid)
  const before = await frames.select(({ fn }) => fn.max('number').as('last')).executeTakeFirst()
  await tables(trx)
    .deleteFrom('image_check_frames')
    .where('video_uid', '=', video_uid)
    .where('at_seconds', 'is', null)
    .execute()
  await insertFrames(trx, video_uid, [{ ...poster, number: (before?.last ?? -1) + 1, at_seconds: null }])
}

/**
 * Makes a clean check one that failed, because another poster could not be checked: the next attempt is of everything.
 * @returns the number of attempts; null when a person looks at the episode anyway
 */
export async function failCheck(trx: Trx, check: NewImageCheckRow): Promise<number | null> {
  const { video_uid, outcome, failure, checked_at } = check
  const stored = await tables(trx)
    .updateTable('image_checks')
    .set({ outcome, failure, checked_at, class: null, score: null, at_seconds: null, attempts: 1 })
    .where('video_uid', '=', video_uid)
    .where('outcome', '=', 'clean')
    .returning('attempts')
    .executeTakeFirst()
  if (!stored) return null
  await tables(trx).deleteFrom('image_check_frames').where('video_uid', '=', video_uid).execute()
  return stored.attempts
}
