import type { Catalog } from '#catalog/catalog.server.ts'
import type { Account } from '#identity/account.ts'
import { createBatches } from '#platform/batches.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { isOfOtherSite, type PlaySource, storedHost } from './analytics/play-source.ts'
import { storedReport, type WatchReport } from './analytics/watch-report.ts'
import { storeReports, type VisitReport } from './analytics/watch-report-rows.server.ts'
import type { CountEvents } from './count-events.server.ts'
import { findCounts, isForeignKeyViolation } from './count-rows.server.ts'
import { isPlayKind, isVisitId, type PlayKind } from './play.ts'
import { createPlayRecorder } from './play-recorder.server.ts'
import { isAutomated } from './play-rules.ts'
import type { Visitor } from './visitor.ts'
import type { VisitorDays } from './visitor-days.server.ts'
import type { IdentifyVisitor } from './visitor-identity.server.ts'

/** A play as reported by a page or a program. */
export interface PlayReport {
  episodeId: string
  kind: PlayKind
  visitId: string
  /** Elsewhere unless given. */
  source?: PlaySource
  /** The site before a play from outside; ignored where it is none. */
  host?: string
}

export interface PlayResult {
  /** The episode's views after this call. */
  views: number
  counted: boolean
  /** A new visitor cookie value to set, or null when the present one stays valid or none is due. */
  visitorCookie: string | null
}

/** Plays of episodes, and how far they went. */
export interface Plays {
  /**
   * Counts one play: a watch once per visitor and episode, a preview once per `visitId`, all within the limits of
   * docs/product.md#views. A visitor is a session, or a signed-in person for a day. Counts nothing for a viewer who does not
   * get the episode's media.
   * @param shown ids of the adult episodes that the visitor has chosen to see
   * @throws Refusal catalog.episode_not_found, engagement.visit_id_invalid, engagement.kind_unknown
   */
  record(play: PlayReport, visitor: Visitor, viewer: Account | null, shown?: ReadonlySet<string>): Promise<PlayResult>
  /**
   * Adds how far a counted watch of the last day went; any other changes nothing. Of several reports of a watch the largest
   * values count, as far as the time since the play allows; those beyond `WATCH_REPORTS_MAX` change nothing.
   * @throws Refusal catalog.episode_not_found, engagement.visit_id_invalid
   */
  reportWatching(watch: { episodeId: string; visitId: string } & WatchReport, viewer: Account | null): Promise<void>
}

export interface PlaysParts {
  db: Db
  clock: Clock
  catalog: Pick<Catalog, 'isWatchable' | 'isVisibleTo' | 'durationOf' | 'creatorsOf'>
  identify: IdentifyVisitor
  days: Pick<VisitorDays, 'hashForDay'>
  countEvents: CountEvents
  /** Receives the number of plays not counted because of a limit. */
  log?: Pick<Log, 'info'>
}

/** How long after a play its watch is reported on. */
const REPORT_HOURS = 24
/** Creators of this many episodes are cached; the creator of an episode never changes. */
const CREATORS_CACHED = 10_000

export function createPlays(parts: PlaysParts): Plays {
  const { db, clock, catalog, identify, days, countEvents, log } = parts
  const recorder = createPlayRecorder(db, log)
  const addReport = createBatches<VisitReport, boolean>({
    run: (reports) => storeReports(db, reports),
    isGone: isForeignKeyViolation,
  })
  const creators = new Map<string, Promise<string>>()

  async function findCreator(episodeId: string): Promise<string> {
    const found = (await catalog.creatorsOf([episodeId])).get(episodeId)
    if (found === undefined) throw new Refusal('catalog.episode_not_found')
    return found
  }

  /** Runs one query for all plays that wait for it: many begin at once after an episode is published. */
  function creatorOf(episodeId: string): Promise<string> {
    const cached = creators.get(episodeId)
    if (cached) return cached
    if (creators.size >= CREATORS_CACHED) creators.clear()
    const finding = findCreator(episodeId)
    creators.set(episodeId, finding)
    finding.catch(() => {
      if (creators.get(episodeId) === finding) creators.delete(episodeId)
    })
    return finding
  }

  return {
    async record({ episodeId, kind, visitId, source = 'outside', host }, visitor, viewer, shown) {
      if (!isPlayKind(kind)) throw new Refusal('engagement.kind_unknown', { field: 'kind' })
      if (!isVisitId(visitId)) throw new Refusal('engagement.visit_id_invalid', { field: 'visitId' })
      const isWatchable = await catalog.isWatchable(episodeId, viewer, shown)
      if (!isWatchable && !(await catalog.isVisibleTo(episodeId, viewer)))
        throw new Refusal('catalog.episode_not_found')
      // Creators also watch their private episodes, and a program may report an adult one that nobody was shown.
      if (!isWatchable || isAutomated(visitor)) {
        const views = (await findCounts(db, [episodeId])).get(episodeId)?.views ?? 0
        return { views, counted: false, visitorCookie: null }
      }
      const now = clock.now()
      const { visitorHash, networkHash, freshCookie } = await identify(visitor, viewer, visitId, now)
      const creatorUid = await creatorOf(episodeId)
      const stored = await recorder.record({
        episodeId,
        kind,
        visitId,
        visitorHash,
        dayVisitor: await days.hashForDay(visitorHash, now),
        networkHash,
        isKnownVisitor: freshCookie === null,
        isOwn: creatorUid === viewer?.uid,
        creatorUid,
        source,
        host: isOfOtherSite(source) && host !== undefined ? storedHost(host) : null,
        playedAt: now,
      })
      if (!stored) throw new Refusal('catalog.episode_not_found')
      if (stored.counted) countEvents.changed(episodeId)
      // Only a visitor with a play stored under the session gets the cookie: given to everyone, it would bypass the
      // limit for visitors without one.
      const visitorCookie = stored.isVisitorKnown ? freshCookie : null
      return { views: stored.views, counted: stored.counted, visitorCookie }
    },

    async reportWatching({ episodeId, visitId, ...report }, viewer) {
      if (!isVisitId(visitId)) throw new Refusal('engagement.visit_id_invalid', { field: 'visitId' })
      const durationSeconds = await catalog.durationOf(episodeId, viewer)
      const reportedAt = clock.now()
      const playedAfter = new Date(reportedAt.getTime() - REPORT_HOURS * 3_600_000)
      await addReport({ episodeId, visitId, reportedAt, playedAfter, ...storedReport(report, durationSeconds) })
    },
  }
}
