import type { Catalog } from '#catalog/catalog.server.ts'
import type { Episode } from '#catalog/episode.ts'
import { createBatches } from '#platform/batches.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { SeriesRoom } from '#series/series.server.ts'
import { findCounts, sumCounts, sumViews } from './count-rows.server.ts'
import { findGrowth, findTotalGrowth, rebuildDailyTotals } from './daily-totals.server.ts'
import { type CountGrowth, type GrowingTotal, noGrowth } from './growth.ts'
import type { OwnEpisode } from './live-event.ts'
import type { EpisodeCounts } from './play.ts'

/** Counts of views, likes and comments, and how they grow. */
export interface Counts {
  /** By episode id; an id without a row counts zero. */
  of(episodeIds: string[]): Promise<Map<string, EpisodeCounts>>
  /** The same episodes with their counts, in the same order. */
  addTo<E extends { id: string }>(episodes: E[]): Promise<(E & EpisodeCounts)[]>
  /** Adds counts, their growth and the place in a series to episodes, for their creator. @see docs/product.md#growth */
  addGrowthTo(episodes: Episode[]): Promise<OwnEpisode[]>
  /** Sum of views over these episodes. */
  totalViews(episodeIds: string[]): Promise<number>
  /** Sum of views over each of several lists of episodes, in their order, with one query. */
  totalViewsOfEach(lists: string[][]): Promise<number[]>
  /** Sums over all of a creator's episodes that play, and how they grew. @see docs/product.md#growth */
  totalsOf(creatorUid: string): Promise<Record<keyof CountGrowth, GrowingTotal>>
  /** Recalculates every day's totals. For an operator; normally triggers maintain them. */
  rebuildDailyTotals(): Promise<void>
}

export interface CountsParts {
  db: Db
  clock: Clock
  catalog: Pick<Catalog, 'idsByPlayability'>
  series: Pick<SeriesRoom, 'withOwnSeriesPositions'>
}

export function createCounts({ db, clock, catalog, series }: CountsParts): Counts {
  // Every list asks, often about the same episodes.
  const countsOfLists = createBatches<string[], Map<string, EpisodeCounts>>({
    async run(lists) {
      const counts = await findCounts(db, [...new Set(lists.flat())])
      return lists.map(() => counts)
    },
    isGone: () => false,
  })

  async function countsOf(episodeIds: string[]): Promise<Map<string, EpisodeCounts>> {
    const found = (episodeIds.length > 0 ? await countsOfLists(episodeIds) : null) ?? new Map<string, EpisodeCounts>()
    return new Map(episodeIds.map((id) => [id, found.get(id) ?? { views: 0, likes: 0, comments: 0, lastViewed: null }]))
  }

  async function addTo<E extends { id: string }>(episodes: E[]): Promise<(E & EpisodeCounts)[]> {
    const counts = await countsOf(episodes.map((episode) => episode.id))
    return episodes.map((episode) => ({ ...episode, ...counts.get(episode.id)! }))
  }

  return {
    of: countsOf,
    addTo,

    async addGrowthTo(episodes) {
      const ids = episodes.map((episode) => episode.id)
      const [counted, growth] = await Promise.all([
        series.withOwnSeriesPositions(episodes).then(addTo),
        ids.length > 0 ? findGrowth(db, ids, clock.now()) : new Map<string, CountGrowth>(),
      ])
      return counted.map((episode) => ({ ...episode, growth: growth.get(episode.id) ?? noGrowth }))
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
  }
}
