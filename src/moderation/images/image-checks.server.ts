import { readFile } from 'node:fs/promises'
import type { Catalog } from '#catalog/catalog.server.ts'
import { isForeignKeyViolation } from '#engagement/count-rows.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { transact } from '#platform/transact.server.ts'
import type { SampledPicture } from '#video/sampled-picture.ts'
import type { VideoHost } from '#video/video-host.ts'
import { openSuggestion, withdrawFailure } from '../item-rows.server.ts'
import {
  findCheck,
  type ImageCheckRow,
  insertCheck,
  isChecked,
  type NewImageCheckRow,
} from './image-check-rows.server.ts'
import { ClassificationError, type ImageModeration, type Scores } from './image-moderation.ts'
import { type ClassifiedPicture, type Suggestion, suggestionOf } from './suggestion.ts'

/** Classifies the pictures of episodes, once for each file; those that are adult are marked, and wait for a person. */
export interface ImageChecks {
  /**
   * Called inside the transaction that completes a video, or that gives it to an episode. The check follows once both are
   * true; without image moderation none does.
   */
  queue(trx: Trx, videoUid: string): Promise<void>
  /** The check of an episode's present file; undefined before the first attempt. */
  find(episodeId: string): Promise<ImageCheckRow | undefined>
}

export interface ImageChecksParts {
  db: Db
  clock: Clock
  jobs: Jobs
  catalog: Pick<Catalog, 'episodeOn' | 'moderateEpisode'>
  video: Pick<VideoHost, 'withSampledPictures'>
  imageModeration: ImageModeration
  /** Scores from which a picture counts as adult, by class. */
  thresholds: Scores
  /** The public reason of the mark. */
  markReason(suggestion: Suggestion): string
  log: Pick<Log, 'info' | 'warn'>
}

interface ImageCheckData {
  uid: string
}

/** A process that dies during an attempt uses it up. */
const imageCheckJob: JobKind<ImageCheckData> = {
  name: 'moderation.check-images',
  about: ({ uid }) => ({ kind: 'video', id: uid }),
  retryLimit: 5,
  retryDelaySeconds: 30,
  // 121 pictures of a service that takes its time for each.
  expireInSeconds: 2 * 3600,
}

/** Pauses after a failure of the service: together half a day. Then the failure stays, for people to see. */
const failurePausesSeconds = [60, 300, 1800, 2 * 3600, 10 * 3600]

export function createImageChecks(parts: ImageChecksParts): ImageChecks {
  const { db, jobs, imageModeration } = parts
  const isOff = imageModeration.service === 'off'
  jobs.handle(imageCheckJob, 1, async ({ uid }, { signal }) => {
    if (!isOff) await checkVideo(parts, uid, signal)
  })
  return {
    async queue(trx, uid) {
      if (!isOff) await jobs.enqueue(trx, imageCheckJob, { uid })
    },
    find: (episodeId) => findCheck(db, episodeId),
  }
}

interface Classified {
  pictures: (ClassifiedPicture & { bytes: Buffer })[]
}

/** Ends quietly when no episode uses the video or it is not complete: another job follows when both are true. */
async function checkVideo(parts: ImageChecksParts, uid: string, signal: AbortSignal): Promise<void> {
  const { db, catalog, video } = parts
  const episodeId = await catalog.episodeOn(uid)
  if (episodeId === null || (await isChecked(db, uid))) return
  const subject = { video_uid: uid, episode_id: episodeId }
  try {
    const classify = (pictures: SampledPicture[]) => classifyAll(parts.imageModeration, pictures, signal)
    const classified = await video.withSampledPictures(uid, classify, signal)
    if (classified) await unlessGone(() => storeSuggestion(parts, subject, classified))
  } catch (error) {
    if (!(error instanceof ClassificationError)) throw error
    await unlessGone(() => storeFailure(parts, subject, error))
  }
}

/** @throws ClassificationError */
async function classifyAll(
  imageModeration: ImageModeration,
  pictures: SampledPicture[],
  signal: AbortSignal,
): Promise<Classified> {
  const classified: Classified = { pictures: [] }
  for (const { path, atSeconds } of pictures) {
    const bytes = await readFile(path)
    const scores = await imageModeration.classify({ bytes, type: 'image/jpeg' }, signal)
    classified.pictures.push({ atSeconds, scores, bytes })
  }
  return classified
}

type Subject = Pick<NewImageCheckRow, 'video_uid' | 'episode_id'>

async function storeSuggestion(parts: ImageChecksParts, subject: Subject, { pictures }: Classified): Promise<void> {
  const { db, catalog, thresholds, log } = parts
  const suggestion = suggestionOf(pictures, thresholds)
  if (!suggestion) throw new Error(`Video ${subject.video_uid} has no picture.`)
  const { class: name, score, atSeconds, isFlagged } = suggestion
  const outcome = isFlagged ? ('flagged' as const) : ('clean' as const)
  const row = { ...rowOf(parts, subject), outcome, class: name, score, at_seconds: atSeconds, failure: null }
  const frames = pictures.map(({ bytes, ...picture }, number) => ({
    number,
    at_seconds: picture.atSeconds,
    scores: picture.scores,
    // Only people who look at a suggestion need them.
    picture: isFlagged ? bytes : null,
  }))
  if (!isFlagged)
    return void (await transact(db, async (trx) => {
      await insertCheck(trx, row, frames)
      await withdrawFailure(trx, subject.episode_id, row.checked_at)
    }))
  let isNew = false
  await catalog.moderateEpisode(subject.episode_id, async (trx, episode) => {
    isNew = false
    if (!episode || episode.videoId !== subject.video_uid) return {}
    await insertCheck(trx, row, frames)
    isNew = !episode.nsfw
    const found = { class: name, score, atSeconds, hasMarked: isNew }
    await openSuggestion(trx, episode.id, { suggestion: found, failure: null }, row.checked_at)
    return isNew ? { nsfw: true, nsfwReason: parts.markReason(suggestion) } : {}
  })
  log.info({ episode: subject.episode_id, class: name, score, marked: isNew }, 'moderation: an episode was flagged')
}

/** Stores why there is no suggestion, and tries again later while that is of use; then a person has to look. */
async function storeFailure(parts: ImageChecksParts, subject: Subject, error: ClassificationError): Promise<void> {
  const { db, jobs, log } = parts
  const { failure } = error
  const nothing = { class: null, score: null, at_seconds: null }
  await transact(db, async (trx) => {
    const row = { ...rowOf(parts, subject), outcome: 'failed' as const, ...nothing, failure }
    const attempts = await insertCheck(trx, row, [])
    const startAfterSeconds = attempts === null ? undefined : failurePausesSeconds[attempts - 1]
    if (startAfterSeconds) await jobs.enqueue(trx, imageCheckJob, { uid: subject.video_uid }, { startAfterSeconds })
    else if (attempts !== null)
      await openSuggestion(trx, subject.episode_id, { suggestion: null, failure }, row.checked_at)
  })
  log.warn({ episode: subject.episode_id, failure, err: error }, 'moderation: the pictures could not be classified')
}

function rowOf({ clock, imageModeration }: ImageChecksParts, subject: Subject) {
  const { service } = imageModeration
  if (service === 'off') throw new Error('Nothing is classified without a service.')
  return { ...subject, service, checked_at: clock.now() }
}

/** Runs `work`, unless the video has been removed since. */
async function unlessGone(work: () => Promise<void>): Promise<void> {
  await work().catch((error) => {
    if (!isForeignKeyViolation(error)) throw error
  })
}
