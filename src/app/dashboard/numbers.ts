import type { Growth } from '#engagement/growth.ts'
import { genreOf, isPlayable, type OwnRow } from './own-row.ts'

/** What is counted of every episode, in the order it is shown. */
export const countKinds = ['views', 'likes', 'comments'] as const
export type CountKind = (typeof countKinds)[number]
export type Counts = Record<CountKind, number>
export type CountGrowth = Record<CountKind, Growth>

/** Episodes in the list of those watched most. @see docs/product.md#dashboard */
const TOP_EPISODES = 5

/** Sums over what plays. */
export function sumsOf(rows: readonly OwnRow[]): Counts {
  const sums = { views: 0, likes: 0, comments: 0 }
  for (const row of rows.filter(isPlayable)) for (const kind of countKinds) sums[kind] += row[kind]
  return sums
}

/** Per episode that plays, rounded to whole numbers; 0 without any. */
export function averagesOf(rows: readonly OwnRow[]): Counts {
  const { views, likes, comments } = sumsOf(rows)
  const episodes = episodeCount(rows)
  const average = (sum: number) => (episodes === 0 ? 0 : Math.round(sum / episodes))
  return { views: average(views), likes: average(likes), comments: average(comments) }
}

export function episodeCount(rows: readonly OwnRow[]): number {
  return rows.filter(isPlayable).length
}

/** The episodes watched most, at most five; equals stay in the order of the list, newest first. */
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

/** How many episodes of each genre play, most first, equals by name. */
export function genreDistribution(rows: readonly OwnRow[]): GenreCount[] {
  const counts = new Map<string, number>()
  for (const row of rows.filter(isPlayable)) counts.set(genreOf(row), (counts.get(genreOf(row)) ?? 0) + 1)
  return [...counts]
    .map(([genre, episodes]) => ({ genre, episodes }))
    .sort((one, other) => other.episodes - one.episodes || one.genre.localeCompare(other.genre, 'en'))
}

/**
 * Growth as it was counted, moved on by what has been heard since: whatever was added, was added in these days.
 *
 * @param countsThen of each episode when growth was counted; an episode that is new since then had none
 */
export function growthNow(
  growth: CountGrowth,
  countsThen: ReadonlyMap<string, Counts>,
  rows: readonly OwnRow[],
): CountGrowth {
  const moved = (kind: CountKind): Growth => {
    const added = rows.reduce((sum, row) => sum + row[kind] - (countsThen.get(row.id)?.[kind] ?? 0), 0)
    return { recent: Math.max(0, growth[kind].recent + added), before: growth[kind].before }
  }
  return { views: moved('views'), likes: moved('likes'), comments: moved('comments') }
}
