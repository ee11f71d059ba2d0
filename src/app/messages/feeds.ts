// What feeds say of themselves. @see docs/product.md#feeds

export const followingFeedTitle = 'Following on Hoshi'

/** 'New episodes in Mecha (trending) matching "vega" on Hoshi'. @param filters those of Explore; null for all episodes */
export function newFeedTitle(filters: { genre: string | null; trending: boolean; search: string } | null): string {
  return [
    'New episodes',
    filters?.genre ? ` in ${filters.genre}` : '',
    filters?.trending ? ' (trending)' : '',
    filters?.search ? ` matching "${filters.search}"` : '',
    ' on Hoshi',
  ].join('')
}
