import type { Mp4File } from '#video/video.ts'

/** Episodes on one page of a feed. @see docs/product.md#feeds */
export const FEED_PAGE = 50

/** One page of a feed, in whatever form. All addresses are absolute; texts are those of people, as they wrote them. */
export interface Feed {
  title: string
  description: string
  /** The page with the same list. */
  homeUrl: string
  /** This page of the feed. */
  url: string
  /** The first page, when this is another one; null on it. */
  firstUrl: string | null
  /** The page with the episodes before these; null on the last one. */
  nextUrl: string | null
  /** A square picture of the site or of the creator. */
  imageUrl: string
  /** The creator of all of it; null where there are several. */
  author: FeedAuthor | null
  /** Whether the episodes are parts that are watched in their order. */
  isSeries: boolean
  items: FeedItem[]
}

export interface FeedAuthor {
  name: string
  url: string
  /** Null without a picture. */
  avatarUrl: string | null
}

/** An episode in a feed. */
export interface FeedItem {
  /** Address of the watch page, by which readers recognise the episode for good. */
  url: string
  title: string
  description: string
  publishedAt: Date
  updatedAt: Date
  author: FeedAuthor
  /** The genre, then the tags. */
  categories: string[]
  posterUrl: string | null
  durationSeconds: number | null
  /** The file that readers download; null until it is made. */
  file: Mp4File | null
  /** All files, smallest first, that one included. */
  files: Mp4File[]
  /** Null without chapters. */
  chaptersUrl: string | null
  transcripts: FeedTranscript[]
  /** Number of the part in its series; null in feeds of other lists. */
  seriesNumber: number | null
}

export interface FeedTranscript {
  /** Address of the text as WebVTT. */
  url: string
  /** BCP 47. */
  language: string
  label: string
  /** Whether it has the sounds too, for people who do not hear them. */
  isCaptions: boolean
}

/** When something of this page changed last; null without episodes. */
export function updatedAtOf({ items }: Pick<Feed, 'items'>): Date | null {
  const times = items.map(({ publishedAt, updatedAt }) => Math.max(publishedAt.getTime(), updatedAt.getTime()))
  return times.length > 0 ? new Date(Math.max(...times)) : null
}
