import { formatCount } from '#app/ui/format.ts'

/** '1 episode', '8 episodes'. */
export function countEpisodes(count: number): string {
  return count === 1 ? '1 episode' : `${formatCount(count)} episodes`
}
