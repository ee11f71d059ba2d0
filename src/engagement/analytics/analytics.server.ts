import type { Catalog } from '#catalog/catalog.server.ts'
import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { emitChannelCountEvents } from '../count-events.server.ts'
import { utcDay } from '../utc-day.ts'
import type { VisitorDays } from '../visitor-days.server.ts'
import {
  type AnalyticsReport,
  completionOf,
  type DayRange,
  daysOf,
  type Figures,
  figureNames,
  noFigures,
  rangeBefore,
  readRange,
  sumOfFigures,
  yearsOf,
} from './analytics.ts'
import {
  type DayTotals,
  findChannelDays,
  findCountedDays,
  findHosts,
  findRetention,
  findSupportClicks,
  type SummedTotals,
  sumDays,
  sumEpisodes,
} from './analytics-rows.server.ts'
import { countFollowChange, ensureChannelDays } from './day-marks.server.ts'
import { playSources } from './play-source.ts'
import { retentionLength, watchMarks } from './watch-report.ts'

export interface AnalyticsQuery {
  /** UTC days, both included; the last 28 days by default. */
  from?: string
  to?: string
  /** Whether to add the sums of as many days before. */
  compare?: boolean
  /** Id of one of the account's own episodes; all of them by default. */
  episodeId?: string
}

/** The counts of a creator's episodes and profile, by UTC day. */
export interface Analytics {
  /** @throws Refusal engagement.range_invalid (422), catalog.episode_not_found (404) */
  read(account: Account, query: AnalyticsQuery): Promise<AnalyticsReport>
  /** Every day on which anything was counted, oldest first; for the creator only. */
  dailyTotalsOf(account: Account): Promise<AnalyticsReport['days']>
  /**
   * Counts that a person began to follow these creators or stopped, once each per person and day. Locks the rows of the
   * creators' days; where a day has no row, the profile, which the caller has locked then.
   */
  countFollowChange(trx: Trx, change: { creatorUids: string[]; isGain: boolean } & FollowerMark): Promise<void>
  /**
   * The person of a change today. Needs a connection of its own and stores the days of these creators, so it comes before
   * the transaction that holds a connection and later locks.
   */
  markFollower(uid: string, creatorUids: string[]): Promise<FollowerMark>
  /** The mark of a person whose account is being removed, in the transaction that removes it. */
  markLeaver(trx: Trx, uid: string): Promise<FollowerMark>
}

/** A person among those of a day. */
export interface FollowerMark {
  /** 16 bytes, in hexadecimal. */
  follower: string
  at: Date
}

export interface AnalyticsParts {
  db: Db
  clock: Clock
  events: Pick<Events, 'publish'>
  catalog: Pick<Catalog, 'ownTitles' | 'durationOf'>
  days: VisitorDays
}

type Channel = Map<string, Pick<Figures, 'visitors' | 'followed' | 'unfollowed' | 'supportClicks'>>

const NO_SUMS: SummedTotals = {
  views: 0,
  watches: 0,
  measured: 0,
  watchMs: 0,
  visitors: 0,
  likes: 0,
  comments: 0,
  reached: { 25: 0, 50: 0, 75: 0, 95: 0 },
}
const NO_SOURCES = { landing: 0, explore: 0, search: 0, profile: 0, next: 0, series: 0, embed: 0, outside: 0 }

export function createAnalytics({ db, clock, events, catalog, days }: AnalyticsParts): Analytics {
  /** The counts that belong to the channel and not to an episode, by day. */
  async function channelOf(creatorUid: string, range: DayRange): Promise<Channel> {
    const [rows, clicks] = await Promise.all([
      findChannelDays(db, creatorUid, range),
      findSupportClicks(db, creatorUid, range),
    ])
    const found: Channel = new Map()
    for (const { day, visitors, followed, unfollowed } of rows)
      found.set(day, { visitors, followed, unfollowed, supportClicks: 0 })
    for (const [day, supportClicks] of clicks)
      found.set(day, { ...(found.get(day) ?? { visitors: 0, followed: 0, unfollowed: 0 }), supportClicks })
    return found
  }

  async function retentionOf(account: Account, episodeId: string): Promise<number[]> {
    const [{ seconds, watches }, durationSeconds] = await Promise.all([
      findRetention(db, episodeId),
      catalog.durationOf(episodeId, account),
    ])
    const length = durationSeconds === null ? seconds.length : retentionLength(durationSeconds)
    return Array.from({ length }, (_, second) => (watches > 0 ? Math.min(1, (seconds[second] ?? 0) / watches) : 0))
  }

  return {
    async read(account, { compare = false, episodeId, ...given }) {
      const range = readRange(given, utcDay(clock.now()))
      if (!range) throw new Refusal('engagement.range_invalid', { field: given.from === undefined ? 'to' : 'from' })
      const own = await catalog.ownTitles(account.uid)
      const episodes = episodeId === undefined ? own : own.filter(({ id }) => id === episodeId)
      if (episodeId !== undefined && episodes.length === 0) throw new Refusal('catalog.episode_not_found')
      const ids = episodes.map(({ id }) => id)
      const before = compare ? rangeBefore(range) : null
      const whole = { from: before?.from ?? range.from, to: range.to }
      const counted = episodeId === undefined ? { creatorUid: account.uid } : { episodeId }
      const [daySums, ofEpisodes, hosts, channel, retention] = await Promise.all([
        sumDays(db, counted, whole),
        sumEpisodes(db, ids, range),
        findHosts(db, ids, range),
        episodeId === undefined ? channelOf(account.uid, whole) : null,
        episodeId === undefined ? null : retentionOf(account, episodeId),
      ])
      const ofDays = new Map(daySums.map((sums) => [sums.day, sums]))
      const figuresIn = (days: DayRange) =>
        daysOf(days).map((day) => ({ day, ...figuresOf(ofDays.get(day), channel === null ? null : channel.get(day)) }))
      const dayFigures = figuresIn(range)
      const daysBefore = before ? figuresIn(before) : []
      const all = addSums(daySums.filter(({ day }) => day >= range.from))
      const allBefore = addSums(daySums.filter(({ day }) => day < range.from))
      const unnamed = { ...all.sources }
      for (const { source, views } of hosts) unnamed[source] -= views
      return {
        days: dayFigures,
        totals: sumOfFigures(dayFigures),
        daysBefore,
        before: before && sumOfFigures(daysBefore),
        completion: completionOf(all.reached, all.measured),
        completionBefore: before ? completionOf(allBefore.reached, allBefore.measured) : [],
        measuredWatches: all.measured,
        sources: [
          ...playSources.map((source) => ({ source, views: unnamed[source] })).filter(({ views }) => views > 0),
          ...hosts,
        ].sort((one, other) => other.views - one.views),
        episodes: episodes
          .map(({ id, title, publishedAt }) => {
            const of = ofEpisodes.get(id) ?? NO_SUMS
            const completion = completionOf(of.reached, of.measured)
            return { id, title, publishedAt, ...figuresOf(of, null), completion }
          })
          .sort((one, other) => other.watched + other.previewed - one.watched - one.previewed),
        retention,
      }
    },

    async dailyTotalsOf(account) {
      const creatorUid = account.uid
      const counted = await findCountedDays(db, creatorUid)
      const found: AnalyticsReport['days'] = []
      for (const year of counted ? yearsOf(counted) : []) {
        const [daySums, channel] = await Promise.all([sumDays(db, { creatorUid }, year), channelOf(creatorUid, year)])
        const ofDays = new Map(daySums.map((sums) => [sums.day, sums]))
        for (const day of daysOf(year)) {
          const figures = figuresOf(ofDays.get(day), channel.get(day))
          // A day may have counted only episodes that are gone: then it has nothing.
          if (figureNames.some((name) => figures[name] !== 0)) found.push({ day, ...figures })
        }
      }
      return found
    },

    async countFollowChange(trx, { creatorUids, isGain, follower, at }) {
      await countFollowChange(trx, { creatorUids, follower, isGain, at })
      await emitChannelCountEvents(events, trx, creatorUids)
    },

    async markFollower(uid, creatorUids) {
      const at = clock.now()
      const follower = await days.hashForDay(`follower ${uid}`, at)
      await ensureChannelDays(
        db,
        creatorUids.map((creatorUid) => ({ creatorUid, day: utcDay(at) })),
      )
      return { follower, at }
    },

    async markLeaver(trx, uid) {
      const at = clock.now()
      return { follower: await days.hashForDay(`follower ${uid}`, at, trx), at }
    },
  }
}

/** @param channel of the same days; null for a single episode */
function figuresOf(sums: SummedTotals | undefined, channel: ReturnType<Channel['get']> | null): Figures {
  const { views, watches, watchMs, visitors, likes, comments } = sums ?? NO_SUMS
  const { followed, unfollowed, supportClicks } = channel ?? noFigures
  return {
    watched: watches,
    previewed: views - watches,
    watchSeconds: watchMs / 1000,
    visitors: channel === null ? visitors : (channel?.visitors ?? 0),
    likes,
    comments,
    followed,
    unfollowed,
    supportClicks,
  }
}

/** The marks, sources and measured watches of all these. */
function addSums(all: DayTotals[]) {
  const sum = { measured: 0, reached: { ...NO_SUMS.reached }, sources: { ...NO_SOURCES } }
  for (const { measured, reached, sources } of all) {
    sum.measured += measured
    for (const mark of watchMarks) sum.reached[mark] += reached[mark]
    for (const source of playSources) sum.sources[source] += sources[source]
  }
  return sum
}
