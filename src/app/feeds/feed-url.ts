import { exploreUrl, type Filters } from '#app/explore/filters.ts'

/** The two forms of a feed, by the end of its path. */
export const feedFormats = ['xml', 'json'] as const
export type FeedFormat = (typeof feedFormats)[number]

/** The media type of each form. */
export const feedTypes: Readonly<Record<FeedFormat, string>> = {
  xml: 'application/rss+xml',
  json: 'application/feed+json',
}

/** The lists that have a public feed. */
export type PublicList =
  | { kind: 'new' }
  | { kind: 'creator'; uid: string }
  | { kind: 'series'; id: string }
  | { kind: 'explore'; filters: Filters }

/** Path and query of a public feed, below the origin. */
export function feedUrl(list: PublicList, format: FeedFormat): string {
  switch (list.kind) {
    case 'new':
      return `/feeds/new.${format}`
    case 'creator':
      return `/feeds/creators/${list.uid}.${format}`
    case 'series':
      return `/feeds/series/${list.id}.${format}`
    case 'explore':
      return `/feeds/explore.${format}${exploreUrl(list.filters).slice('/explore'.length)}`
  }
}

/** Path of the feed with the secret address. */
export function followingFeedUrl(key: string, format: FeedFormat): string {
  return `/feeds/following/${key}.${format}`
}

/** Path of the chapters of an episode, as players of podcasts read them. */
export function chaptersUrl(episodeId: string): string {
  return `/feeds/chapters/${episodeId}.json`
}

/** The feeds of a page's list, as programs look for them in its head. */
export function feedAlternates(list: PublicList): { type: string; href: string }[] {
  return feedFormats.map((format) => ({ type: feedTypes[format], href: feedUrl(list, format) }))
}
