import type { Avatars } from '#creators/avatars.server.ts'
import type { Trx } from '#platform/database.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import { LastingError } from '#platform/lasting-error.ts'
import { transact } from '#platform/transact.server.ts'
import { openSuggestion, withdrawSuggestion } from '../item-rows.server.ts'
import type { SubjectName } from '../report.ts'
import type { ImageChecksParts } from './image-check-parts.ts'
import { suggestionOf } from './suggestion.ts'

/** Classifies profile pictures, each once: an adult one puts its profile into the queue, and stays until a person decides. */
export interface AvatarChecks {
  /** Called inside the transaction that gives a profile this picture. */
  avatarChosen(trx: Trx, avatar: { uid: string; url: string }): Promise<void>
}

export interface AvatarChecksParts extends Pick<ImageChecksParts, 'db' | 'clock' | 'jobs' | 'imageModeration' | 'log'> {
  thresholds: ImageChecksParts['thresholds']
  avatars: Pick<Avatars, 'read'>
  /** The image as a JPEG, which is all that some classifiers read; null when it cannot be decoded. */
  encodeJpeg(image: Blob): Promise<Buffer | null>
}

/** A service that fails is asked again; the last failure is listed with the failed jobs. */
const avatarCheckJob: JobKind<{ uid: string; url: string }> = {
  name: 'moderation.check-avatar',
  about: ({ uid }) => ({ kind: 'account', id: uid }),
  retryLimit: 5,
  retryDelaySeconds: 300,
  expireInSeconds: 600,
}

export function createAvatarChecks(parts: AvatarChecksParts): AvatarChecks {
  const { db, clock, jobs, avatars, imageModeration, thresholds, log } = parts
  const isOff = imageModeration.service === 'off'

  jobs.handle(avatarCheckJob, 1, async ({ uid, url }, { signal }) => {
    if (isOff) return
    const shown = await avatars.read(uid)
    // Replaced since, or removed.
    if (shown?.url !== url) return
    const jpeg = await parts.encodeJpeg(shown.image)
    if (!jpeg) throw new LastingError(`The profile picture ${url} cannot be decoded.`)
    const scores = await imageModeration.classify({ bytes: new Uint8Array(jpeg), type: 'image/jpeg' }, signal)
    const suggestion = suggestionOf([{ atSeconds: null, scores }], thresholds)
    if (!suggestion) throw new LastingError('No class has a threshold.')
    const { class: name, score, isFlagged } = suggestion
    const subject: SubjectName = { kind: 'creator', id: uid }
    await transact(db, async (trx) => {
      if (!isFlagged) return await withdrawSuggestion(trx, subject, clock.now())
      const waiting = { class: name, score, atSeconds: null, hasMarked: false }
      await openSuggestion(trx, subject, { suggestion: waiting, failure: null }, clock.now())
    })
    if (isFlagged) log.info({ profile: uid, class: name, score }, 'moderation: a profile picture was flagged')
  })

  return {
    async avatarChosen(trx, avatar) {
      if (!isOff) await jobs.enqueue(trx, avatarCheckJob, avatar)
    },
  }
}
