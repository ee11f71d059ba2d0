import type { Creators } from '#creators/creators.server.ts'
import { noWords, type WordGate } from '#creators/listed-words.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import { coalesceReads } from '#platform/coalesced-read.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Emit } from '#platform/room-events.ts'
import { shareReads } from '#platform/shared-reads.ts'
import type { VideoHost } from '#video/video-host.ts'
import { type AccountEpisodes, createAccountEpisodes } from './account-episodes.server.ts'
import { type BulkChanges, createBulkChanges } from './bulk-changes.server.ts'
import { type CommentRules, createCommentRules } from './comment-rules.server.ts'
import { type Credits, createCredits } from './credits/credits.server.ts'
import { createEpisodeAudiences, type EpisodeAudiences } from './episode-audiences.server.ts'
import { createEpisodeCommands, type EpisodeCommands } from './episode-commands.server.ts'
import { emitAudience } from './episode-events.server.ts'
import type { EpisodePage } from './episode-loading.server.ts'
import { createEpisodeModeration, type EpisodeModerationVerbs } from './episode-moderation.server.ts'
import { createEpisodeQueries, type EpisodeQueries } from './episode-queries.server.ts'
import { markPlayable } from './episode-rows.server.ts'
import { createEpisodeVisibility } from './episode-visibility.server.ts'
import type { HoldFor } from './hold.ts'
import { createLines, type Lines } from './lines/lines.server.ts'
import { readPageVersion } from './page-version-rows.server.ts'
import { createSearchLimiter, type SearchLimiterParts } from './search-limiter.server.ts'
import { createShownEpisodes, type ShownEpisodes } from './shown-episodes.server.ts'
import { createSitemapEntries, type SitemapEntries } from './sitemap-entries.server.ts'
import { createUpNext, type UpNext } from './up-next.server.ts'
import {
  awaitedVideoBecamePlayable,
  createVideoReplacement,
  type VideoReplacement,
} from './video-replacement.server.ts'

/** Episodes: their metadata, visibility and lists. A viewer is an account, or null for an anonymous visitor. */
export interface Catalog
  extends EpisodeQueries,
    EpisodeCommands,
    BulkChanges,
    VideoReplacement,
    ShownEpisodes,
    CommentRules,
    EpisodeAudiences {
  credits: Credits
  lines: Lines
  upNext: UpNext
  sitemap: SitemapEntries
  moderation: EpisodeModerationVerbs
  /** All episodes of one account, when it is removed, deactivated or restored. */
  accounts: AccountEpisodes
  /** Higher after each change of an episode that others than its creator may see, or might have, on any process. */
  pageVersion(): Promise<number>
}

export interface CatalogParts {
  db: Db
  clock: Clock
  jobs: Jobs
  events: Events
  emit: Emit
  video: Pick<
    VideoHost,
    | 'awaitForEpisode'
    | 'attachToEpisode'
    | 'findDuplicates'
    | 'findLikelyDuplicate'
    | 'findMany'
    | 'lock'
    | 'lockAllOf'
    | 'isFullyPlayable'
    | 'removeAllOf'
    | 'removeWithEpisode'
    | 'restrict'
    | 'waitingOf'
    | 'durationOf'
    | 'frameCountOf'
    | 'frameTimesOf'
  >
  creators: Pick<Creators, 'findMany'>
  identity: Pick<Identity, 'lockAgainstRemoval' | 'lockAllAgainstRemoval'>
  /** Whether new episodes are held back; none by default. */
  holdFor?: HoldFor
  /** Words that titles may not have, or wait for a person with; none by default. */
  words?: WordGate
  /** The server's secret, from which this room derives its own keys. */
  secret: string
  /** Whether cookies are sent over https only. */
  secureCookies?: boolean
  /** Whether callers share reads that are the same for everybody, up to a second old. */
  sharesReads?: boolean
  /** Replaced by tests. */
  searchLimits?: SearchLimiterParts['limits']
}

/** Episodes backed by the `episodes` table. */
export function createCatalog(parts: CatalogParts): Catalog {
  const { db, clock, jobs, events, emit, video, creators, identity, secret, secureCookies = false } = parts
  const { sharesReads, searchLimits, holdFor = async () => null, words = noWords } = parts
  const pageVersion = coalesceReads(() => readPageVersion(db))
  const now = () => clock.now().getTime()
  const shared = sharesReads
    ? { pages: shareReads<EpisodePage>(pageVersion, now), genres: shareReads<string[]>(pageVersion, now) }
    : undefined
  const searchLimiter = createSearchLimiter({ db, secret, limits: searchLimits })
  const queries = createEpisodeQueries({ db, video, creators, searchLimiter, shared })
  const visibility = createEpisodeVisibility({ db, clock, jobs, events, emit, video })
  const { find, findMany } = queries
  const commandParts = { db, clock, events, emit, video, visibility, creators, identity, find, holdFor, words }
  const commands = createEpisodeCommands(commandParts)
  return {
    ...queries,
    ...commands,
    ...createBulkChanges(commands),
    ...createVideoReplacement({ db, clock, jobs, events, emit, video, find, holdFor }),
    sitemap: createSitemapEntries(db, video),
    upNext: createUpNext(db, queries),
    ...createShownEpisodes({ clock, secret, secureCookies }),
    pageVersion,
    ...createCommentRules(db),
    lines: createLines(db, queries, searchLimiter),
    ...createEpisodeAudiences(db),
    moderation: createEpisodeModeration({ db, clock, events, emit, video, holdFor }),
    accounts: createAccountEpisodes({ events, emit, video }),
    credits: createCredits({ db, clock, events, creators, identity, find, findMany }),
  }
}

/**
 * Called inside the transaction that makes the video playable. Makes its episode visible, if there is one, and
 * enqueues the switch of an episode that awaits it.
 */
export async function videoBecamePlayable(
  trx: Trx,
  { jobs, emit }: { jobs: Pick<Jobs, 'enqueue'>; emit: Emit },
  videoId: string,
): Promise<void> {
  const episode = await markPlayable(trx, videoId, true)
  if (episode) await emitAudience(emit, trx, episode, 'owner')
  await awaitedVideoBecamePlayable(trx, jobs, videoId)
}

/** Called inside the transaction that makes the video unplayable. Hides its episode from everyone but the creator. */
export async function videoCeasedToPlay(trx: Trx, emit: Emit, videoId: string): Promise<void> {
  const episode = await markPlayable(trx, videoId, false)
  if (episode) await emitAudience(emit, trx, episode, null)
}
