import type { Catalog } from '#catalog/catalog.server.ts'
import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { type EpisodeCounts, isPlayKind, isVisitId, type PlayKind } from './play.ts'
import { createPlayRecorder } from './play-recorder.server.ts'
import { findCounts, sumViews } from './play-rows.server.ts'
import { isAutomated } from './play-rules.ts'
import { limitedPartOf } from './visitor-address.server.ts'
import { createVisitorSessions } from './visitor-session.server.ts'

/** What the server knows of who plays; nothing of it comes from a body. */
export interface Visitor {
  /** Value of the visitor cookie as received, or null. */
  cookie: string | null
  address: string
  userAgent: string
  /** True for prefetching requests (`Sec-Purpose`, `Purpose`). */
  isPrefetch: boolean
}

export interface PlayOutcome {
  /** The episode's views after this call. */
  views: number
  counted: boolean
  /** A fresh visitor cookie value to set, or null when the present one stands or none is due. */
  visitorCookie: string | null
}

/** What people do to episodes, and the numbers it makes. */
export interface Engagement {
  /**
   * Counts one play: a watch once per visitor session and episode, a preview once per `visitId`.
   * @throws Refusal catalog.episode_not_found, engagement.visit_id_invalid, engagement.kind_unknown
   */
  recordPlay(
    play: { episodeId: string; kind: PlayKind; visitId: string },
    visitor: Visitor,
    viewer: Account | null,
  ): Promise<PlayOutcome>
  /** Counts by episode id; an id without a row counts zero. */
  countsFor(episodeIds: string[]): Promise<Map<string, EpisodeCounts>>
  /** The same episodes with their counts, in the same order. */
  withCounts<E extends { id: string }>(episodes: E[]): Promise<(E & EpisodeCounts)[]>
  /** Sum of views over these episodes. */
  totalViews(episodeIds: string[]): Promise<number>
}

export interface EngagementParts {
  db: Db
  clock: Clock
  catalog: Pick<Catalog, 'isOpenToAll'>
  /** The server's secret; keys of this room's own are derived from it. */
  secret: string
}

/** Plays over the tables `plays` and `episode_stats`. */
export function createEngagement({ db, clock, catalog, secret }: EngagementParts): Engagement {
  const sessions = createVisitorSessions(secret)
  const recorder = createPlayRecorder(db)

  async function countsFor(episodeIds: string[]): Promise<Map<string, EpisodeCounts>> {
    const found = episodeIds.length > 0 ? await findCounts(db, episodeIds) : new Map<string, EpisodeCounts>()
    return new Map(episodeIds.map((id) => [id, found.get(id) ?? { views: 0, likes: 0, comments: 0, lastViewed: null }]))
  }

  return {
    async recordPlay({ episodeId, kind, visitId }, visitor) {
      if (!isPlayKind(kind)) throw new Refusal('engagement.kind_unknown', { field: 'kind' })
      if (!isVisitId(visitId)) throw new Refusal('engagement.visit_id_invalid', { field: 'visitId' })
      if (!(await catalog.isOpenToAll(episodeId))) throw new Refusal('catalog.episode_not_found')
      if (isAutomated(visitor)) {
        const counts = await countsFor([episodeId])
        return { views: counts.get(episodeId)!.views, counted: false, visitorCookie: null }
      }
      const now = clock.now()
      const address = limitedPartOf(visitor.address)
      const present = sessions.read(visitor.cookie, now)
      const fresh = present ? null : sessions.start({ address, visitId }, now)
      const stored = await recorder.record({
        episodeId,
        kind,
        visitId,
        visitorHash: (present ?? fresh!).visitorHash,
        addressHash: present ? null : sessions.hashAddress(address),
        playedAt: now,
      })
      if (!stored) throw new Refusal('catalog.episode_not_found')
      // A session is given only to whoever has a play stored under it: given to everyone, it would lift the limit on
      // those without one.
      const visitorCookie = fresh && stored.isVisitorKnown ? fresh.cookie : null
      return { views: stored.views, counted: stored.counted, visitorCookie }
    },

    countsFor,

    async withCounts(episodes) {
      const counts = await countsFor(episodes.map((episode) => episode.id))
      return episodes.map((episode) => ({ ...episode, ...counts.get(episode.id)! }))
    },

    async totalViews(episodeIds) {
      return episodeIds.length > 0 ? sumViews(db, episodeIds) : 0
    },
  }
}
