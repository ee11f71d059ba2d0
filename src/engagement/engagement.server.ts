import type { Catalog } from '#catalog/catalog.server.ts'
import type { Episode } from '#catalog/episode.ts'
import type { Creators } from '#creators/creators.server.ts'
import { noWords, type WordGate } from '#creators/listed-words.ts'
import type { Identity } from '#identity/identity.server.ts'
import { createBatches } from '#platform/batches.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Emit } from '#platform/room-events.ts'
import { runEach } from '#platform/run-each.ts'
import type { SeriesRoom } from '#series/series.server.ts'
import { type AccountRemoval, createAccountRemoval } from './account-removal.server.ts'
import { type Analytics, createAnalytics } from './analytics/analytics.server.ts'
import { deletePastMarks } from './analytics/day-marks.server.ts'
import { blocksOf } from './comments/comment-block-rows.server.ts'
import { commentLikesOf } from './comments/comment-like-rows.server.ts'
import { type CommentGate, openComments } from './comments/comment-policy.ts'
import { commentsOf } from './comments/comment-rows.server.ts'
import { type Comments, createComments } from './comments/comments.server.ts'
import { createCountEvents } from './count-events.server.ts'
import { findCounts, sumCounts, sumViews } from './count-rows.server.ts'
import { findGrowth, findTotalGrowth, rebuildDailyTotals } from './daily-totals.server.ts'
import { createEndedWatches, type EndedWatches, type EndedWatchesParts } from './ended-watches.server.ts'
import { type CountGrowth, type GrowingTotal, noGrowth } from './growth.ts'
import { likesOf } from './like-rows.server.ts'
import { createLikes, type Likes } from './likes.server.ts'
import { createLiveEpisodes, type LiveEpisodes } from './live-episodes.server.ts'
import type { OwnEpisode } from './live-event.ts'
import { mutesOf } from './notes/muted-account-rows.server.ts'
import { notesOf } from './notes/note-rows.server.ts'
import { createNotes, type Notes } from './notes/notes.server.ts'
import type { EpisodeCounts } from './play.ts'
import { createPlays, type Plays } from './plays.server.ts'
import { createSiteViews, type SiteViews } from './site-views.server.ts'
import { createSupportClicks, type SupportClicks } from './support-clicks.server.ts'
import { createTrending, type Trending, type TrendingParts } from './trending.server.ts'
import { createVisitorDays } from './visitor-days.server.ts'
import { createVisitorIdentity } from './visitor-identity.server.ts'
import { createVisitorSessions } from './visitor-session.server.ts'

/** One person's likes, comments, notes, blocks and mutes. */
export interface Activity {
  likes: { episodeId: string; likedAt: Date }[]
  comments: Awaited<ReturnType<typeof commentsOf>>
  commentLikes: { commentId: string; likedAt: Date }[]
  /** Accounts that this person blocked from commenting. */
  commentBlocks: { uid: string; blockedAt: Date }[]
  notes: Awaited<ReturnType<typeof notesOf>>
  /** Accounts whose notes this person does not read. */
  mutedAccounts: { uid: string; mutedAt: Date }[]
}

/** The things that people do to episodes, and the resulting counts. */
export interface Engagement
  extends Plays,
    Likes,
    Comments,
    Notes,
    AccountRemoval,
    LiveEpisodes,
    SupportClicks,
    SiteViews,
    Trending,
    EndedWatches,
    Analytics {
  /** Counts by episode id; an id without a row counts zero. */
  countsFor(episodeIds: string[]): Promise<Map<string, EpisodeCounts>>
  /** The same episodes with their counts, in the same order. */
  withCounts<E extends { id: string }>(episodes: E[]): Promise<(E & EpisodeCounts)[]>
  /** Adds counts, their growth and the place in a series to episodes, for their creator. @see docs/product.md#growth */
  withGrowth(episodes: Episode[]): Promise<OwnEpisode[]>
  /** A person's likes, comments, notes, blocks and mutes, oldest first; for that person only. */
  activityOf(uid: string): Promise<Activity>
  /** Sum of views over these episodes. */
  totalViews(episodeIds: string[]): Promise<number>
  /** Sum of views over each of several lists of episodes, in their order, with one query. */
  totalViewsOfEach(lists: string[][]): Promise<number[]>
  /** Sums over all of a creator's episodes that play, and how they grew. @see docs/product.md#growth */
  totalsOf(creatorUid: string): Promise<Record<keyof CountGrowth, GrowingTotal>>
  /** Recalculates every day's totals. For an operator; normally triggers maintain them. */
  rebuildDailyTotals(): Promise<void>
  /** Removes the visitor keys of past days, and what was told apart by them; a part that fails keeps no other from it. Safe on any node, at any time. */
  cleanUp(): Promise<void>
}

export interface EngagementParts {
  db: Db
  clock: Clock
  events: Events
  emit: Emit
  identity: Pick<Identity, 'lockAgainstRemoval'>
  catalog: Pick<
    Catalog,
    | 'isWatchable'
    | 'isVisibleTo'
    | 'durationOf'
    | 'frameCountOf'
    | 'secondsOfFrame'
    | 'ownTitles'
    | 'idsByPlayability'
    | 'commentRulesOf'
    | 'own'
    | 'findOwn'
    | 'creatorsOf'
    | 'episodeConcerning'
    | 'waitingOf'
  > &
    TrendingParts['catalog'] &
    EndedWatchesParts['catalog']
  series: Pick<SeriesRoom, 'withOwnSeriesPositions'>
  creators: Pick<Creators, 'find' | 'findMany'>
  /** The server's secret, from which this room derives its own keys. */
  secret: string
  /** How many bits of an IPv6 address identify one network; 56 by default. */
  ipv6PrefixBits?: number
  /** How new comments and notes are taken; everyone may write by default. */
  commentGate?: CommentGate
  /** Words that comments and notes may not have, or wait with; none by default. */
  words?: WordGate
  /** Receives the number of plays not counted because of a limit. */
  log?: Pick<Log, 'info'>
}

/** Bits of an IPv6 address that identify one subscriber by default: many providers assign a household such a prefix. */
const SUBSCRIBER_PREFIX_BITS = 56

/** Plays, likes and comments backed by the tables of this room, and their events. */
export function createEngagement(parts: EngagementParts): Engagement {
  const { db, clock, events, emit, identity, catalog, series, creators, secret } = parts
  const days = createVisitorDays(db)
  const { ipv6PrefixBits = SUBSCRIBER_PREFIX_BITS, commentGate: gate = openComments, words = noWords } = parts
  const identify = createVisitorIdentity({ sessions: createVisitorSessions(secret), days, ipv6PrefixBits })
  const countEvents = createCountEvents(db, events)
  const supportClicks = createSupportClicks({ db, clock, creators, identify, countEvents })

  // Every list asks, often about the same episodes.
  const countsOfLists = createBatches<string[], Map<string, EpisodeCounts>>({
    async run(lists) {
      const counts = await findCounts(db, [...new Set(lists.flat())])
      return lists.map(() => counts)
    },
    isGone: () => false,
  })

  async function countsFor(episodeIds: string[]): Promise<Map<string, EpisodeCounts>> {
    const found = (episodeIds.length > 0 ? await countsOfLists(episodeIds) : null) ?? new Map<string, EpisodeCounts>()
    return new Map(episodeIds.map((id) => [id, found.get(id) ?? { views: 0, likes: 0, comments: 0, lastViewed: null }]))
  }

  async function withCounts<E extends { id: string }>(episodes: E[]): Promise<(E & EpisodeCounts)[]> {
    const counts = await countsFor(episodes.map((episode) => episode.id))
    return episodes.map((episode) => ({ ...episode, ...counts.get(episode.id)! }))
  }

  async function withGrowth(episodes: Episode[]): Promise<OwnEpisode[]> {
    const ids = episodes.map((episode) => episode.id)
    const [counted, growth] = await Promise.all([
      series.withOwnSeriesPositions(episodes).then(withCounts),
      ids.length > 0 ? findGrowth(db, ids, clock.now()) : new Map<string, CountGrowth>(),
    ])
    return counted.map((episode) => ({ ...episode, growth: growth.get(episode.id) ?? noGrowth }))
  }

  return {
    ...createPlays({ ...parts, identify, days, countEvents }),
    ...createAnalytics({ ...parts, days }),
    ...createLikes({ db, clock, emit, identity, catalog, countEvents }),
    ...createComments({ db, clock, identity, catalog, creators, countEvents, emit, gate, words }),
    ...createNotes({ db, clock, identity, catalog, creators, emit, gate, words }),
    ...createAccountRemoval(events),
    ...createTrending({ db, clock, catalog }),
    ...createEndedWatches({ db, clock, catalog }),
    ...createLiveEpisodes({ events, catalog, withGrowth }),
    ...supportClicks.verbs,
    ...createSiteViews({ db, clock }),

    countsFor,

    withCounts,
    withGrowth,

    async activityOf(uid) {
      const [likes, comments, commentLikes, commentBlocks, notes, mutedAccounts] = await Promise.all([
        likesOf(db, uid),
        commentsOf(db, uid),
        commentLikesOf(db, uid),
        blocksOf(db, uid),
        notesOf(db, uid),
        mutesOf(db, uid),
      ])
      return { likes, comments, commentLikes, commentBlocks, notes, mutedAccounts }
    },

    async totalViews(episodeIds) {
      return episodeIds.length > 0 ? (await sumCounts(db, episodeIds)).views : 0
    },

    totalViewsOfEach: (lists) => sumViews(db, lists),

    async totalsOf(creatorUid) {
      const { playable, others } = await catalog.idsByPlayability(creatorUid)
      const [sums, growth] = await Promise.all([
        sumCounts(db, playable),
        findTotalGrowth(db, creatorUid, others, clock.now()),
      ])
      return {
        views: { total: sums.views, ...growth.views },
        likes: { total: sums.likes, ...growth.likes },
        comments: { total: sums.comments, ...growth.comments },
      }
    },

    rebuildDailyTotals: () => rebuildDailyTotals(db),
    async cleanUp() {
      const now = clock.now()
      await runEach([() => days.cleanUp(now), () => supportClicks.cleanUp(now), () => deletePastMarks(db, now)])
    },
  }
}
