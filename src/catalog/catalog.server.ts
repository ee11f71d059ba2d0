import type { Creators } from '#creators/creators.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { VideoHost } from '#video/video-host.ts'
import { markPlayable } from './episode-rows.server.ts'
import { createFinding, type Finding, type FindingParts } from './finding.server.ts'
import { createListedAddresses, type ListedAddresses } from './listed-addresses.server.ts'
import { awaitedBecamePlayable, createReplacing, type Replacing } from './replacing.server.ts'
import { createWriting, type Writing } from './writing.server.ts'

/** Episodes as listed. A viewer is an account, or null for a stranger. */
export interface Catalog extends Finding, Writing, Replacing, ListedAddresses {}

export interface CatalogParts {
  db: Db
  clock: Clock
  jobs: Jobs
  events: Events
  video: Pick<
    VideoHost,
    | 'awaitForEpisode'
    | 'claimForEpisode'
    | 'findEarlier'
    | 'findLike'
    | 'findMany'
    | 'hold'
    | 'playsWhole'
    | 'removeAllOf'
    | 'removeWithEpisode'
    | 'waitingOf'
  >
  creators: Pick<Creators, 'findMany'>
  /** The server's secret; keys of this room's own are derived from it. */
  secret: string
  /** Replaced by tests. */
  searchLimits?: FindingParts['searchLimits']
}

/** Episodes over the `episodes` table. */
export function createCatalog(parts: CatalogParts): Catalog {
  const { db, clock, jobs, events, video, creators, secret, searchLimits } = parts
  const finding = createFinding({ db, video, creators, secret, searchLimits })
  return {
    ...finding,
    ...createWriting({ db, clock, events, video, find: finding.find }),
    ...createReplacing({ db, clock, jobs, events, video, find: finding.find }),
    ...createListedAddresses(db),
  }
}

/**
 * Told inside the transaction that makes the video playable: the episode on it, if there is one, is visible from then on, and
 * one that waits for it is put on it soon after.
 */
export async function videoBecamePlayable(trx: Trx, jobs: Pick<Jobs, 'enqueue'>, videoId: string): Promise<void> {
  await markPlayable(trx, videoId, true)
  await awaitedBecamePlayable(trx, jobs, videoId)
}

/** Told inside the transaction in which nothing of the video plays any more: only its creator sees the episode then. */
export async function videoCeasedToPlay(trx: Trx, videoId: string): Promise<void> {
  await markPlayable(trx, videoId, false)
}
