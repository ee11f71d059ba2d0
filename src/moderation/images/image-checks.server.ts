import { readFile } from 'node:fs/promises'
import { isForeignKeyViolation } from '#engagement/count-rows.server.ts'
import type { Trx } from '#platform/database.server.ts'
import { transact } from '#platform/transact.server.ts'
import type { SampledPart, SampledPicture } from '#video/sampled-picture.ts'
import { openItem } from '../item-rows.server.ts'
import { type AvatarChecks, type AvatarChecksParts, createAvatarChecks } from './avatar-checks.server.ts'
import { type ImageChecksParts, imageCheckJob } from './image-check-parts.ts'
import { findCheck, findCheckOf, type ImageCheckRow, isChecked, isFileChecked } from './image-check-rows.server.ts'
import { ClassificationError, type ImageModeration } from './image-moderation.ts'
import { handleRelease } from './release-held.server.ts'
import { type ClassifiedPart, releaseChecked, storeFailure, storeSuggestion } from './store-check.server.ts'

/**
 * Classifies the pictures of episodes, once for each file and poster; those that are adult are marked, and wait for a
 * person. Held episodes are released by a clean check. Profile pictures are classified too.
 */
export interface ImageChecks extends AvatarChecks {
  /** Called inside the transaction that completes a video. The check follows once an episode uses it, too. */
  queue(trx: Trx, videoUid: string): Promise<void>
  /**
   * Queues the check inside the transaction that gives a video to an episode; without image moderation, a held episode
   * waits for a person.
   */
  episodeGotVideo(trx: Trx, episode: { id: string; videoId: string }): Promise<void>
  /** Queues the check inside the transaction in which a creator chooses another poster. */
  posterChosen(trx: Trx, videoUid: string): Promise<void>
  /** The check of an episode's present file; undefined before the first attempt. */
  find(episodeId: string): Promise<ImageCheckRow | undefined>
}

export function createImageChecks(parts: ImageChecksParts & AvatarChecksParts): ImageChecks {
  const { db, clock, jobs, catalog, imageModeration, readMode } = parts
  const isOff = imageModeration.service === 'off'
  handleRelease(parts)
  jobs.handle(imageCheckJob, 1, async ({ uid }, { signal }) => {
    if (isOff) await leaveToPerson(uid)
    else await checkVideo(parts, uid, signal)
  })

  async function queue(trx: Trx, uid: string): Promise<void> {
    if (!isOff) await jobs.enqueue(trx, imageCheckJob, { uid })
  }

  const openForPerson = (trx: Trx, id: string) => openItem(trx, { kind: 'episode', id }, 'suggestion', clock.now())

  /** Ends the wait for a check that nothing makes any more: the episode waits for a person, unless the mode is `flag`. */
  async function leaveToPerson(uid: string): Promise<void> {
    const episodeId = await catalog.episodeOn(uid)
    if (episodeId === null || (await catalog.moderation.find(episodeId))?.hold !== 'check') return
    await transact(db, async (trx) => {
      const episode = await catalog.moderation.lock(trx, episodeId)
      if (episode?.hold !== 'check') return
      const hold = (await readMode(trx)) === 'flag' ? null : ('person' as const)
      if (hold) await openForPerson(trx, episodeId)
      await catalog.moderation.change(trx, episodeId, { hold })
    })
  }

  return {
    ...createAvatarChecks(parts),
    queue,
    async episodeGotVideo(trx, { id, videoId }) {
      if (isOff && (await readMode(trx)) === 'hold') await openForPerson(trx, id)
      await queue(trx, videoId)
    },
    async posterChosen(trx, videoUid) {
      const episode = await catalog.moderation.holdForPoster(trx, videoUid)
      if (!episode) return
      if (isOff && episode.hold === 'person') await openForPerson(trx, episode.id)
      await queue(trx, videoUid)
    },
    find: (episodeId) => findCheck(db, episodeId),
  }
}

/** Ends quietly when no episode uses the video or it is not complete: another job follows when both are true. */
async function checkVideo(parts: ImageChecksParts, uid: string, signal: AbortSignal): Promise<void> {
  const { db, catalog, video } = parts
  const episodeId = await catalog.episodeOn(uid)
  if (episodeId === null) return
  const subject = { video_uid: uid, episode_id: episodeId }
  const known = await findCheckOf(db, uid)
  if (isChecked(known, await video.chosenPosterOf(db, uid))) return await releaseChecked(parts, subject)
  const part: SampledPart = isFileChecked(known) ? 'poster' : 'all'
  try {
    const classify = (pictures: SampledPicture[]) => classifyAll(parts.imageModeration, pictures, { part, signal })
    const classified = await video.withSampledPictures(uid, classify, signal, part)
    if (classified) await unlessGone(() => storeSuggestion(parts, subject, classified))
  } catch (error) {
    if (!(error instanceof ClassificationError)) throw error
    await unlessGone(() => storeFailure(parts, subject, { error, part }))
  }
}

/** @throws ClassificationError */
async function classifyAll(
  imageModeration: ImageModeration,
  sampled: SampledPicture[],
  { part, signal }: { part: SampledPart; signal: AbortSignal },
): Promise<ClassifiedPart> {
  const classified: ClassifiedPart = { part, pictures: [], chosenPoster: null }
  for (const { path, atSeconds, chosenPoster = null } of sampled) {
    const bytes = await readFile(path)
    const scores = await imageModeration.classify({ bytes, type: 'image/jpeg' }, signal)
    classified.pictures.push({ atSeconds, scores, bytes })
    classified.chosenPoster ??= chosenPoster
  }
  return classified
}

/** Runs `work`, unless the video has been removed since. */
async function unlessGone(work: () => Promise<void>): Promise<void> {
  await work().catch((error) => {
    if (!isForeignKeyViolation(error)) throw error
  })
}
