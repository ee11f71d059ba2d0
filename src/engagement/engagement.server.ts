import type { Catalog } from '#catalog/catalog.server.ts'
import type { Creators } from '#creators/creators.server.ts'
import { noWords, type WordGate } from '#creators/listed-words.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Emit } from '#platform/room-events.ts'
import { runEach } from '#platform/run-each.ts'
import { type AccountActivity, createAccountActivity } from './account-activity.server.ts'
import { type Analytics, createAnalytics } from './analytics/analytics.server.ts'
import { deletePastMarks } from './analytics/day-marks.server.ts'
import { type CommentGate, openComments } from './comments/comment-policy.ts'
import { type Comments, createComments } from './comments/comments.server.ts'
import { createNotes, type Notes } from './comments/notes.server.ts'
import { createCountEvents } from './count-events.server.ts'
import { type Counts, type CountsParts, createCounts } from './counts.server.ts'
import { createEndedWatches, type EndedWatches, type EndedWatchesParts } from './ended-watches.server.ts'
import { createLikes, type Likes } from './likes.server.ts'
import { createLiveEpisodes, type LiveEpisodes } from './live-episodes.server.ts'
import { createPlays, type Plays } from './plays.server.ts'
import { createSiteViews, type SiteViews } from './site-views.server.ts'
import { createSupportClicks, type SupportClicks } from './support-clicks.server.ts'
import { createTrending, type Trending, type TrendingParts } from './trending.server.ts'
import { createVisitorDays } from './visitor-days.server.ts'
import { createVisitorIdentity } from './visitor-identity.server.ts'
import { createVisitorSessions } from './visitor-session.server.ts'

/** The acts of people on episodes, and the resulting counts. */
export interface Engagement {
  plays: Plays
  likes: Likes
  comments: Comments
  /** The comments that are shown on the picture. */
  notes: Notes
  counts: Counts
  analytics: Analytics
  /** Changes of episodes while somebody looks at them. */
  live: LiveEpisodes
  trending: Trending
  endedWatches: EndedWatches
  supportClicks: SupportClicks
  siteViews: SiteViews
  activity: AccountActivity
  /**
   * Removes the visitor keys of past days, and the marks of visitors made with them. A part that fails does not stop the
   * others. Safe on any node, at any time.
   */
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
    | 'commentRulesOf'
    | 'own'
    | 'findOwn'
    | 'creatorsOf'
    | 'episodeConcerning'
    | 'waitingOf'
  > &
    CountsParts['catalog'] &
    TrendingParts['catalog'] &
    EndedWatchesParts['catalog']
  series: CountsParts['series']
  creators: Pick<Creators, 'find' | 'findMany'>
  /** The server's secret, from which this room derives its own keys. */
  secret: string
  /** How many bits of an IPv6 address identify one network; 56 by default. */
  ipv6PrefixBits?: number
  /** How new comments are taken; everyone may write by default. */
  commentGate?: CommentGate
  /** Words that comments may not have, or wait with; none by default. */
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

  const counts = createCounts({ db, clock, catalog, series })
  const comments = createComments({ db, clock, identity, catalog, creators, countEvents, emit, gate, words })

  return {
    plays: createPlays({ ...parts, identify, days, countEvents }),
    likes: createLikes({ db, clock, emit, identity, catalog, countEvents }),
    comments,
    notes: createNotes({ db, clock, catalog, creators, comments }),
    counts,
    analytics: createAnalytics({ ...parts, days }),
    live: createLiveEpisodes({ events, catalog, withGrowth: counts.addGrowthTo }),
    trending: createTrending({ db, clock, catalog }),
    endedWatches: createEndedWatches({ db, clock, catalog }),
    supportClicks: supportClicks.verbs,
    siteViews: createSiteViews({ db, clock }),
    activity: createAccountActivity({ db, events }),

    async cleanUp() {
      const now = clock.now()
      await runEach([() => days.cleanUp(now), () => supportClicks.cleanUp(now), () => deletePastMarks(db, now)])
    },
  }
}
