import type { Account } from '#identity/account.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { IMAGE_MAX_BYTES } from '#platform/image-upload.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { createPictures, pictureCleanupJob } from '#platform/pictures.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { transact } from '#platform/transact.server.ts'
import { SERIES_POSTER_BOX } from './series.ts'
import type { SeriesQueries } from './series-queries.server.ts'
import { posterColumn } from './series-rows.server.ts'

/** Folder of the posters in the object storage, and the first segment of their URLs. */
export const SERIES_POSTER_FOLDER = 'series-posters'

/** Removes the images of a series that it does not show. */
export const posterCleanupJob = pictureCleanupJob('series.tidy-poster')

/** Re-encodes uploaded images. Injected by the composition root. */
export interface PosterProcessor {
  /**
   * Encodes an image in its own shape as a WebP file that fits into a box and exists until `use` settles.
   * @returns the result of `use`, or why the image cannot be encoded: unknown type, or damaged or too large
   */
  withFittedImage<Result>(
    image: Pick<Blob, 'size' | 'bytes'>,
    box: { width: number; height: number },
    use: (path: string) => Promise<Result>,
  ): Promise<{ ok: true; result: Result } | { ok: false; why: 'no_picture' | 'unreadable' }>
}

/** Pictures that creators choose for their series, shown instead of the first part's poster. */
export interface SeriesPosters {
  /**
   * Re-encodes the image, replaces the previous picture with it and returns its URL.
   * @throws Refusal series.not_found, series.owner_only, series.poster_missing, series.poster_too_large (413),
   *   series.poster_no_picture (415), series.poster_unreadable, request.busy (503)
   */
  setPoster(account: Account, id: string, image: Pick<Blob, 'size' | 'bytes'>): Promise<string>
  /** Idempotent. @throws Refusal series.not_found, series.owner_only */
  removePoster(account: Account, id: string): Promise<void>
}

export interface SeriesPostersParts {
  db: Db
  jobs: Jobs
  storage: ObjectStorage
  posterProcessor: PosterProcessor
  ensureOwn: SeriesQueries['ensureOwn']
}

export function createSeriesPosters(
  parts: SeriesPostersParts,
): SeriesPosters & { enqueueCleanup(trx: Trx, id: string): Promise<void> } {
  const { db, jobs, storage, posterProcessor, ensureOwn } = parts
  const pictures = createPictures({
    ...{ db, jobs, storage, folder: SERIES_POSTER_FOLDER, column: posterColumn },
    cleanupJob: posterCleanupJob,
  })

  return {
    async setPoster(account, id, image) {
      await ensureOwn(account, id)
      if (image.size === 0) throw new Refusal('series.poster_missing', { field: 'poster' })
      if (image.size > IMAGE_MAX_BYTES) throw new Refusal('series.poster_too_large', { field: 'poster' })
      const drawn = await posterProcessor.withFittedImage(image, SERIES_POSTER_BOX, (path) => pictures.store(id, path))
      if (!drawn.ok) throw new Refusal(`series.poster_${drawn.why}`, { field: 'poster' })
      if (drawn.result === null) throw new Refusal('series.not_found')
      return drawn.result
    },
    async removePoster(account, id) {
      await ensureOwn(account, id)
      await transact(db, async (trx) => {
        if ((await posterColumn.lock(trx, id)) === undefined) throw new Refusal('series.not_found')
        await pictures.clear(trx, id)
      })
    },
    enqueueCleanup: pictures.enqueueCleanup,
  }
}
