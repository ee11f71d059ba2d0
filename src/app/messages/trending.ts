import { formatCount } from '#app/ui/format.ts'
import { TRENDING_DAYS } from '#engagement/trending.ts'

/**
 * 'Watched 41 times in 7 days': why an episode is trending. Null for no watches, which the days leave between midnight and
 * the next count.
 *
 * @see docs/product.md#trending
 */
export function trendingReason(watches: number | null | undefined): string | null {
  if (!watches) return null
  return `Watched ${formatCount(watches)} ${watches === 1 ? 'time' : 'times'} in ${TRENDING_DAYS} days`
}
