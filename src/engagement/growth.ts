/** Days on each side of the comparison. @see docs/product.md#growth */
export const GROWTH_DAYS = 30

/** How many of something were added in the last 30 UTC days, today included, and in the 30 before those. */
export interface Growth {
  recent: number
  before: number
}

/** The counts that grow. */
export type CountGrowth = Record<'views' | 'likes' | 'comments', Growth>

const none: Growth = { recent: 0, before: 0 }
export const noGrowth: CountGrowth = { views: none, likes: none, comments: none }

/** Growth of several episodes together. */
export function sumOfGrowth(all: Iterable<CountGrowth>): CountGrowth {
  let sum = noGrowth
  for (const { views, likes, comments } of all)
    sum = { views: plus(sum.views, views), likes: plus(sum.likes, likes), comments: plus(sum.comments, comments) }
  return sum
}

function plus(one: Growth, other: Growth): Growth {
  return { recent: one.recent + other.recent, before: one.before + other.before }
}

/** A number on a creator's dashboard: its total, and how it grew. */
export interface GrowingTotal extends Growth {
  total: number
}

const percentFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, signDisplay: 'never' })

/**
 * '+12% from last month', '-8% from last month', 'New this month' without anything to compare, 'No activity yet' without
 * anything at all. Percents are rounded to whole ones, a half away from zero; zero reads '+0%'.
 */
export function growthCaption({ recent, before }: Growth): string {
  if (before === 0) return recent === 0 ? 'No activity yet' : 'New this month'
  const change = recent - before
  // Math.round alone would round a negative half upwards, towards zero.
  const percent = Math.sign(change) * Math.round((Math.abs(change) * 100) / before)
  return `${percent < 0 ? '-' : '+'}${percentFormat.format(percent)}% from last month`
}
