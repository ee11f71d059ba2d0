import { isListed } from '#catalog/audience.ts'
import type { Catalog } from '#catalog/catalog.server.ts'
import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { IMAGE_MAX_BYTES } from '#platform/image-upload.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { createPictures, type Pictures, pictureCleanupJob } from '#platform/pictures.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { transact } from '#platform/transact.server.ts'
import { SERIES_POSTER_BOX } from './series.ts'
import type { SeriesQueries } from './series-queries.server.ts'
import { lockSeriesOf, posterColumn, storeCover } from './series-rows.server.ts'

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

/** Pictures that creators choose for their series in place of the first part's poster. */
export interface SeriesPosters {
  /**
   * Re-encodes the image, replaces the previous picture with it and returns its URL.
   * @throws Refusal series.not_found, series.owner_only, series.poster_missing, series.poster_too_large (413),
   *   series.poster_no_picture (415), series.poster_unreadable, request.busy (503)
   */
  setPoster(account: Account, id: string, image: Pick<Blob, 'size' | 'bytes'>): Promise<string>
  /**
   * Has a part's poster stand for the series instead of a picture of its own, as long as the part is public and not adult.
   * Nothing is copied: a new poster of the part is a new one of the series, and a hidden part shows nothing.
   * @throws Refusal series.not_found, series.owner_only, series.cover_not_public for any other episode
   */
  setCover(account: Account, id: string, episodeId: string): Promise<void>
  /** Returns to the poster of the first public part. Idempotent. @throws Refusal series.not_found, series.owner_only */
  removePoster(account: Account, id: string): Promise<void>
}

export interface SeriesPostersParts {
  db: Db
  clock: Clock
  jobs: Jobs
  storage: ObjectStorage
  posterProcessor: PosterProcessor
  catalog: Pick<Catalog, 'audiencesOf'>
  ensureOwn: SeriesQueries['ensureOwn']
}

export function createSeriesPosters(parts: SeriesPostersParts): SeriesPosters & { clearPoster: Pictures['clear'] } {
  const { db, posterProcessor, catalog, ensureOwn } = parts
  const pictures = createPictures({
    ...parts,
    folder: SERIES_POSTER_FOLDER,
    column: posterColumn,
    cleanupJob: posterCleanupJob,
  })

  /** Removes the series' own picture, and makes this part its cover, or with null none. */
  async function replacePicture(trx: Trx, account: Account, id: string, coverId: string | null): Promise<void> {
    if (!(await lockSeriesOf(trx, account.uid)).includes(id)) throw new Refusal('series.not_found')
    await pictures.clear(trx, id)
    const isPart = await storeCover(trx, id, coverId)
    if (coverId !== null && !isPart) throw coverNotPublic()
  }

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
    async setCover(account, id, episodeId) {
      await ensureOwn(account, id)
      const found = (await catalog.audiencesOf(isPossibleId(episodeId) ? [episodeId] : [])).get(episodeId)
      if (!found || !isListed(found.audience)) throw coverNotPublic()
      await transact(db, (trx) => replacePicture(trx, account, id, episodeId))
    },
    async removePoster(account, id) {
      await ensureOwn(account, id)
      await transact(db, (trx) => replacePicture(trx, account, id, null))
    },
    clearPoster: pictures.clear,
  }
}

function coverNotPublic(): Refusal {
  return new Refusal('series.cover_not_public', { field: 'cover' })
}
