import type { Hold } from '#catalog/hold.ts'
import type { Trx } from '#platform/database.server.ts'
import { LastingError } from '#platform/lasting-error.ts'
import { transact } from '#platform/transact.server.ts'
import type { SampledPart } from '#video/sampled-picture.ts'
import { openSuggestion, withdrawFailure } from '../item-rows.server.ts'
import { holdAfterCheck, holdAfterFailure } from './holding.ts'
import { type ImageChecksParts, imageCheckJob } from './image-check-parts.ts'
import {
  failCheck,
  findCheckOf,
  insertCheck,
  isChecked,
  isFileChecked,
  type NewImageCheckRow,
  updatePosterCheck,
} from './image-check-rows.server.ts'
import type { ClassificationError } from './image-moderation.ts'
import { type ClassifiedPicture, suggestionOf } from './suggestion.ts'

/** The video and the episode that a check is about. */
export type CheckSubject = Pick<NewImageCheckRow, 'video_uid' | 'episode_id'>

/** The pictures of a video or its poster alone, with their scores. */
export interface ClassifiedPart {
  part: SampledPart
  pictures: (ClassifiedPicture & { bytes: Buffer })[]
  /** The poster among them, if its creator chose it. */
  chosenPoster: string | null
}

/** Pauses after a failure of the service: together half a day. Then the failure stays, for people to see. */
const failurePausesSeconds = [60, 300, 1800, 2 * 3600, 10 * 3600]

/** Stores the suggestion of the pictures, with the consequences for the episode. */
export async function storeSuggestion(
  parts: ImageChecksParts,
  subject: CheckSubject,
  { part, pictures, chosenPoster }: ClassifiedPart,
): Promise<void> {
  const { catalog, thresholds, log } = parts
  const suggestion = suggestionOf(pictures, thresholds)
  if (!suggestion) {
    // The poster has been replaced since; the job of the new one follows.
    if (part === 'poster') return
    throw new LastingError(`Video ${subject.video_uid} has no picture.`)
  }
  const { class: name, score, atSeconds, isFlagged } = suggestion
  const outcome = isFlagged ? ('flagged' as const) : ('clean' as const)
  const found = { outcome, class: name, score, at_seconds: atSeconds, failure: null, chosen_poster: chosenPoster }
  const row = { ...rowOf(parts, subject), ...found }
  const frames = pictures.map(({ bytes, ...picture }, number) => ({
    number,
    at_seconds: picture.atSeconds,
    scores: picture.scores,
    // Only people who look at a suggestion need them.
    picture: isFlagged ? bytes : null,
  }))
  const isMarked = await transact(parts.db, async (trx) => {
    const episode = await catalog.moderation.lock(trx, subject.episode_id)
    if (episode?.videoId !== subject.video_uid) return false
    if (part === 'all') await insertCheck(trx, row, frames)
    // While the poster was looked at, another attempt may have failed: then everything is checked again.
    else if (isFileChecked(await findCheckOf(trx, subject.video_uid))) await updatePosterCheck(trx, row, frames[0]!)
    const hold = await changedHold(parts, trx, subject, { hold: episode.hold, isFlagged })
    if (!isFlagged) {
      await withdrawFailure(trx, episode.id, row.checked_at)
      await catalog.moderation.change(trx, episode.id, hold)
      return false
    }
    const isNew = !episode.nsfw
    const waiting = { class: name, score, atSeconds, hasMarked: isNew }
    const thing = { kind: 'episode', id: episode.id } as const
    await openSuggestion(trx, thing, { suggestion: waiting, failure: null }, row.checked_at)
    const mark = isNew ? { nsfw: true, nsfwReason: parts.markReason(suggestion) } : {}
    await catalog.moderation.change(trx, episode.id, { ...hold, ...mark })
    return isNew
  })
  if (isFlagged)
    log.info(
      { episode: subject.episode_id, class: name, score, marked: isMarked },
      'moderation: an episode was flagged',
    )
}

/** Releases a held episode whose file and poster have been checked before. */
export async function releaseChecked(parts: ImageChecksParts, subject: CheckSubject): Promise<void> {
  const { catalog } = parts
  const hold = (await catalog.moderation.find(subject.episode_id))?.hold ?? null
  if (hold === null || hold === 'person') return
  await transact(parts.db, async (trx) => {
    const episode = await catalog.moderation.lock(trx, subject.episode_id)
    if (episode?.videoId !== subject.video_uid) return
    const change = await changedHold(parts, trx, subject, { hold: episode.hold, isFlagged: false })
    await catalog.moderation.change(trx, episode.id, change)
  })
}

/** The change of a hold by a check; a chosen poster that came since keeps it. The video is locked. */
async function changedHold(
  { video, readMode }: ImageChecksParts,
  trx: Trx,
  { video_uid }: CheckSubject,
  { hold, isFlagged }: { hold: Hold | null; isFlagged: boolean },
): Promise<{ hold?: Hold | null }> {
  const isAll = isChecked(await findCheckOf(trx, video_uid), await video.chosenPosterOf(trx, video_uid))
  if (!isFlagged && !isAll) return {}
  const after = holdAfterCheck(hold, isFlagged, await readMode(trx))
  return after === hold ? {} : { hold: after }
}

/**
 * Stores why there is no suggestion, and tries again later while that is of use; then a person has to look. A held episode
 * waits for one from the first failure on.
 */
export async function storeFailure(
  parts: ImageChecksParts,
  subject: CheckSubject,
  { error, part }: { error: ClassificationError; part: SampledPart },
): Promise<void> {
  const { jobs, catalog, readMode, log } = parts
  const { failure } = error
  const nothing = { class: null, score: null, at_seconds: null, chosen_poster: null }
  const row = { ...rowOf(parts, subject), outcome: 'failed' as const, ...nothing, failure }
  await transact(parts.db, async (trx) => {
    const episode = await catalog.moderation.lock(trx, subject.episode_id)
    if (episode?.videoId !== subject.video_uid) return
    const attempts = part === 'all' ? await insertCheck(trx, row, []) : await failCheck(trx, row)
    const startAfterSeconds = attempts === null ? undefined : failurePausesSeconds[attempts - 1]
    if (startAfterSeconds) await jobs.enqueue(trx, imageCheckJob, { uid: subject.video_uid }, { startAfterSeconds })
    const mode = await readMode(trx)
    const hold = holdAfterFailure(episode.hold, mode)
    const isLast = attempts !== null && !startAfterSeconds
    if (hold === 'failed' || (isLast && hold === null && mode === 'flag'))
      await openSuggestion(trx, { kind: 'episode', id: episode.id }, { suggestion: null, failure }, row.checked_at)
    if (hold !== episode.hold) await catalog.moderation.change(trx, episode.id, { hold })
  })
  log.warn({ episode: subject.episode_id, failure, err: error }, 'moderation: the pictures could not be classified')
}

function rowOf({ clock, imageModeration }: ImageChecksParts, subject: CheckSubject) {
  const { service } = imageModeration
  if (service === 'off') throw new Error('Nothing is classified without a service.')
  return { ...subject, service, checked_at: clock.now() }
}
