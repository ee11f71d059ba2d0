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

/** Height of the picture that readers get, in pixels: sharp on a television, and small enough to download. */
const ENCLOSURE_HEIGHT = 720

/** The file nearest to 720p, of two equally near the smaller; of upright pictures, the width counts. */
export function enclosureOf(files: readonly Mp4File[]): Mp4File | null {
  const distance = ({ width, height }: Mp4File) => Math.abs(Math.min(width, height) - ENCLOSURE_HEIGHT)
  const [nearest] = files.toSorted((one, other) => distance(one) - distance(other) || one.sizeBytes - other.sizeBytes)
  return nearest ?? null
}

/** When something of this page changed last; null without episodes. */
export function updatedAtOf({ items }: Pick<Feed, 'items'>): Date | null {
  const times = items.map(({ publishedAt, updatedAt }) => Math.max(publishedAt.getTime(), updatedAt.getTime()))
  return times.length > 0 ? new Date(Math.max(...times)) : null
}
