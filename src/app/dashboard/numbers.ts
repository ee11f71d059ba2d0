import { genreOf, isPlayable, type OwnRow } from '#app/own-episodes/own-row.ts'
import { type CountGrowth, sumOfGrowth } from '#engagement/growth.ts'

/** The counts of every episode, in display order. */
export const countKinds = ['views', 'likes', 'comments'] as const
export type CountKind = (typeof countKinds)[number]
export type Counts = Record<CountKind, number>

/** Length of the list of most watched episodes. @see docs/product.md#dashboard */
const TOP_EPISODES = 5

/** Sums over the playable episodes. */
export function sumsOf(rows: readonly OwnRow[]): Counts {
  const sums = { views: 0, likes: 0, comments: 0 }
  for (const row of rows.filter(isPlayable)) for (const kind of countKinds) sums[kind] += row[kind]
  return sums
}

/** Averages per playable episode, rounded to whole numbers; 0 without any. */
export function averagesOf(rows: readonly OwnRow[]): Counts {
  const { views, likes, comments } = sumsOf(rows)
  const episodes = episodeCount(rows)
  const average = (sum: number) => (episodes === 0 ? 0 : Math.round(sum / episodes))
  return { views: average(views), likes: average(likes), comments: average(comments) }
}

export function episodeCount(rows: readonly OwnRow[]): number {
  return rows.filter(isPlayable).length
}

/** The most watched playable episodes, at most five; ties keep the list's order, newest first. */
export function topEpisodes(rows: readonly OwnRow[]): OwnRow[] {
  return rows
    .filter(isPlayable)
    .sort((one, other) => other.views - one.views)
    .slice(0, TOP_EPISODES)
}

export interface GenreCount {
  genre: string
  episodes: number
}

/** Playable episodes per genre, most first, ties by name. */
export function genreDistribution(rows: readonly OwnRow[]): GenreCount[] {
  const counts = new Map<string, number>()
  for (const row of rows.filter(isPlayable)) counts.set(genreOf(row), (counts.get(genreOf(row)) ?? 0) + 1)
  return [...counts]
    .map(([genre, episodes]) => ({ genre, episodes }))
    .sort((one, other) => other.episodes - one.episodes || one.genre.localeCompare(other.genre, 'en'))
}

/** Growth of the counts of the playable episodes. */
export function growthOf(rows: readonly OwnRow[]): CountGrowth {
  return sumOfGrowth(rows.filter(isPlayable).map(({ growth }) => growth))
}
