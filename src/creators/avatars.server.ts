import { buffer } from 'node:stream/consumers'
import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { IMAGE_MAX_BYTES } from '#platform/image-upload.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { createPictures, type PictureColumn, pictureCleanupJob } from '#platform/pictures.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Emit } from '#platform/room-events.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { transact } from '#platform/transact.server.ts'
import { AVATAR_SIDE_PIXELS } from './avatar.ts'
import { avatarChosen } from './creator-events.ts'
import { mayHaveProfile } from './creator-permissions.ts'
import { avatarColumn } from './creator-rows.server.ts'

/** Profile pictures: the image is in object storage below avatars/{uid}/, its URL in the profile. */
export interface Avatars {
  /**
   * Re-encodes the image, square and small, replaces the previous one with it and returns its URL.
   * @throws Refusal creators.creators_only (403), creators.avatar_missing, creators.avatar_too_large (413),
   *   creators.avatar_no_picture (415), creators.avatar_unreadable, request.busy (503)
   */
  set(account: Account, image: Pick<Blob, 'size' | 'bytes'>): Promise<string>
  /** Removes the picture; the profile shows the first letter of the name. @throws Refusal creators.creators_only */
  remove(account: Account): Promise<void>
  /** The picture that a profile shows, with its path; null without one. @throws ObjectMissing */
  read(uid: string): Promise<{ url: string; image: Blob } | null>
  /** Removes the picture in the transaction that then removes the account. */
  clear(trx: Trx, uid: string): Promise<void>
}

/** Re-encodes uploaded images. Injected by the composition root. */
export interface ImageProcessor {
  /**
   * Encodes the middle of an image as a square WebP file, which exists until `use` settles.
   * @returns the result of `use`, or why the image cannot be encoded: unknown type, or damaged or too large
   */
  withSquareImage<Result>(
    image: Pick<Blob, 'size' | 'bytes'>,
    sidePixels: number,
    use: (path: string) => Promise<Result>,
  ): Promise<{ ok: true; result: Result } | { ok: false; why: 'no_picture' | 'unreadable' }>
}

export interface AvatarsParts {
  db: Db
  clock: Clock
  jobs: Jobs
  storage: ObjectStorage
  emit: Emit
  imageProcessor: ImageProcessor
}

/** Removes the images of a profile that it does not show. */
export const cleanupJob = pictureCleanupJob('creators.tidy-avatar')

export function createAvatars({ imageProcessor, ...parts }: AvatarsParts): Avatars {
  const { db, storage, emit } = parts
  const column: PictureColumn = {
    ...avatarColumn,
    async set(trx, uid, url) {
      await avatarColumn.set(trx, uid, url)
      if (url !== '') await emit(trx, avatarChosen, { uid, url })
    },
  }
  const pictures = createPictures({ ...parts, folder: 'avatars', column, cleanupJob })

  return {
    async set(account, image) {
      if (!mayHaveProfile(account)) throw new Refusal('creators.creators_only')
      if (image.size === 0) throw new Refusal('creators.avatar_missing', { field: 'avatar' })
      if (image.size > IMAGE_MAX_BYTES) throw new Refusal('creators.avatar_too_large', { field: 'avatar' })
      const processed = await imageProcessor.withSquareImage(image, AVATAR_SIDE_PIXELS, (path) =>
        pictures.store(account.uid, path),
      )
      if (!processed.ok) throw new Refusal(`creators.avatar_${processed.why}`, { field: 'avatar' })
      if (processed.result === null) throw new Refusal('creators.not_found')
      return processed.result
    },
    async remove(account) {
      if (!mayHaveProfile(account)) throw new Refusal('creators.creators_only')
      await transact(db, (trx) => pictures.clear(trx, account.uid))
    },
    async read(uid) {
      const url = await transact(db, (trx) => avatarColumn.lock(trx, uid))
      return url ? { url, image: new Blob([new Uint8Array(await buffer(await storage.read(url.slice(1))))]) } : null
    },
    clear: pictures.clear,
  }
}
