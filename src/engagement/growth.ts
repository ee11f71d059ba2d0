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
