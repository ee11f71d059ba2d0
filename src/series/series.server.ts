import type { Catalog } from '#catalog/catalog.server.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { createPictureAudit } from '#platform/picture-audit.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { createSeriesCommands, type SeriesCommands } from './series-commands.server.ts'
import { createSeriesMoves, type SeriesMoves } from './series-moves.server.ts'
import {
  createSeriesPosters,
  type PosterProcessor,
  posterCleanupJob,
  SERIES_POSTER_FOLDER,
  type SeriesPosters,
} from './series-posters.server.ts'
import { createSeriesQueries, type SeriesQueries } from './series-queries.server.ts'
import { posterColumn } from './series-rows.server.ts'

/**
 * Series: episodes of one creator in an order. A viewer is an account, or null for an anonymous visitor.
 * @see docs/product.md#series
 */
export interface SeriesRoom extends SeriesQueries, SeriesCommands, SeriesMoves, SeriesPosters {}

export interface SeriesParts {
  db: Db
  clock: Clock
  events: Events
  jobs: Jobs
  storage: ObjectStorage
  posterProcessor: PosterProcessor
  identity: Pick<Identity, 'lockAgainstRemoval'>
  catalog: Pick<
    Catalog,
    'audiencesOf' | 'edit' | 'find' | 'findMany' | 'lockAgainstRemoval' | 'newestAmong' | 'prepareEdit'
  >
  creators: Pick<Creators, 'findMany' | 'lockProfile'>
}

/** Series backed by the tables of this room, and by the episodes of the catalog. */
export function createSeries(parts: SeriesParts): SeriesRoom {
  const queries = createSeriesQueries(parts)
  const { clearPoster, ...posters } = createSeriesPosters({ ...parts, ensureOwn: queries.ensureOwn })
  const commands = createSeriesCommands({ ...parts, queries, clearPoster })
  const moves = createSeriesMoves({ ...parts, queries })
  return { ...queries, ...posters, ...commands, ...moves }
}

/** Compares series with the posters in the object storage; safe while both change. */
export function createSeriesPosterAudit(parts: { db: Db; storage: ObjectStorage; clock: Clock }) {
  const labels = { plural: 'posters of series', instead: 'shows the poster of its first part' }
  const column = posterColumn
  return createPictureAudit({ ...parts, folder: SERIES_POSTER_FOLDER, column, cleanupJob: posterCleanupJob, labels })
}
