import { exploreUrl, readFilters } from '#app/explore/filters.ts'
import type { Hoshi } from '#app/http/context.ts'
import { SITE_DESCRIPTION } from '#app/http/head.ts'
import { creatorDescription, episodeDescription, seriesDescription } from '#app/messages/descriptions.ts'
import { followingFeedTitle, newFeedTitle } from '#app/messages/feeds.ts'
import { isListed } from '#catalog/audience.ts'
import { type Chapter, readChapters } from '#catalog/chapters.ts'
import type { Episode, EpisodeCreator } from '#catalog/episode.ts'
import type { SearchCaller } from '#catalog/search-limiter.server.ts'
import { displayName } from '#creators/creator.ts'
import type { Account } from '#identity/account.ts'
import { Refusal } from '#platform/refusal.ts'
import type { PublicText } from '#subtitles/subtitle-reading.server.ts'
import { linkedFileOf } from '#video/linked-file.ts'
import { FEED_PAGE, type Feed, type FeedAuthor, type FeedItem } from './feed.ts'
import { chaptersUrl, type FeedFormat, feedUrl, followingFeedUrl, type PublicList } from './feed-url.ts'

type FeedRooms = Pick<Hoshi, 'catalog' | 'creators' | 'series' | 'subtitles' | 'community' | 'publicUrl'>

/** Which page of a feed, in which form. */
export interface FeedPage {
  format: FeedFormat
  /** Cursor of the page; null for the first. */
  before: string | null
}

/** What each list says of itself, and one page of its episodes. */
interface Listing extends Pick<Feed, 'title' | 'description' | 'isSeries'> {
  homePath: string
  /** Path and query of the first page. */
  path: string
  imagePath: string
  author: EpisodeCreator | null
  episodes: (Episode & { seriesNumber?: number })[]
  nextCursor: string | null
}

const SITE_IMAGE = '/icon-512.png'

/** The list that a path and a query of a feed name. */
export function exploreList(parameters: URLSearchParams): PublicList {
  return { kind: 'explore', filters: readFilters(parameters) }
}

/**
 * One page of a public feed: listed episodes, newest first.
 * @param from the caller, for the limits of searches
 * @throws Refusal creators.not_found and series.not_found, also without a listed episode; those of `catalog.explore`
 */
export async function loadFeed(rooms: FeedRooms, list: PublicList, page: FeedPage, from: SearchCaller): Promise<Feed> {
  return toFeed(rooms, await readList(rooms, list, page, from), page)
}

/** Loads one page of the Following feed of an account. @throws Refusal catalog.cursor_invalid */
export async function loadFollowingFeed(
  rooms: FeedRooms,
  account: Account,
  key: string,
  page: FeedPage,
): Promise<Feed> {
  const found = await rooms.community.newestFollowed(account, rangeOf(page))
  const listing = {
    title: followingFeedTitle,
    description: 'New episodes from creators you follow.',
    homePath: '/following',
    path: followingFeedUrl(key, page.format),
    imagePath: SITE_IMAGE,
    author: null,
    isSeries: false,
    ...found,
  }
  return toFeed(rooms, listing, page)
}

/** The chapters of a listed episode. @throws Refusal catalog.episode_not_found, also where it has none */
export async function loadChapters({ catalog }: Pick<Hoshi, 'catalog'>, id: string): Promise<Chapter[]> {
  const episode = await catalog.find(id, null)
  const chapters = isListed(episode.audience) ? readChapters(episode.description, episode.durationSeconds) : []
  if (chapters.length === 0) throw new Refusal('catalog.episode_not_found')
  return chapters
}

function rangeOf({ before }: FeedPage): { cursor?: string; limit: number } {
  return { ...(before !== null && { cursor: before }), limit: FEED_PAGE }
}

async function readList(
  { catalog, creators, series }: FeedRooms,
  list: PublicList,
  page: FeedPage,
  from: SearchCaller,
): Promise<Listing> {
  const path = feedUrl(list, page.format)
  const ofSite = { path, imagePath: SITE_IMAGE, author: null, isSeries: false }
  switch (list.kind) {
    case 'new': {
      const found = await catalog.explore(rangeOf(page), from)
      return { ...ofSite, ...found, title: newFeedTitle(null), description: SITE_DESCRIPTION, homePath: '/' }
    }
    case 'explore': {
      const { genre, trending, search } = list.filters
      const filters = { genre: genre ?? '', trending, search }
      const found = await catalog.explore({ ...filters, ...rangeOf(page) }, from)
      const homePath = exploreUrl(list.filters)
      return { ...ofSite, ...found, title: newFeedTitle(list.filters), description: SITE_DESCRIPTION, homePath }
    }
    case 'creator': {
      const creator = await creators.find(list.uid)
      const found = creator && (await catalog.newestOf([list.uid], rangeOf(page)))
      if (!found || (page.before === null && found.episodes.length === 0)) throw new Refusal('creators.not_found')
      const name = displayName(creator)
      return {
        ...found,
        title: name,
        description: creator.bio || creatorDescription(name),
        homePath: `/creator/${creator.uid}`,
        path,
        imagePath: creator.avatarUrl || SITE_IMAGE,
        author: creator,
        isSeries: false,
      }
    }
    case 'series': {
      const found = await series.newestParts(list.id, rangeOf(page))
      const { title, description, creator } = found.series
      return {
        ...found,
        title,
        description: description || seriesDescription(displayName(creator)),
        homePath: `/series/${list.id}`,
        path,
        imagePath: creator.avatarUrl || SITE_IMAGE,
        author: creator,
        isSeries: true,
      }
    }
  }
}

async function toFeed(rooms: FeedRooms, listing: Listing, { before }: FeedPage): Promise<Feed> {
  const { publicUrl, subtitles } = rooms
  const { title, description, isSeries, episodes, nextCursor } = listing
  const absolute = (path: string) => new URL(path, publicUrl).href
  const first = absolute(listing.path)
  const pageUrl = (cursor: string) => `${first}${first.includes('?') ? '&' : '?'}before=${encodeURIComponent(cursor)}`
  const texts = await subtitles.publicTextsOn(episodes.map(({ id }) => id))
  return {
    title,
    description,
    isSeries,
    homeUrl: absolute(listing.homePath),
    url: before === null ? first : pageUrl(before),
    firstUrl: before === null ? null : first,
    nextUrl: nextCursor === null ? null : pageUrl(nextCursor),
    imageUrl: absolute(listing.imagePath),
    author: listing.author && authorOf(listing.author, absolute),
    items: episodes.map((episode) => itemOf(episode, texts.get(episode.id) ?? [], absolute)),
  }
}

function authorOf(creator: EpisodeCreator, absolute: (path: string) => string): FeedAuthor {
  const avatarUrl = creator.avatarUrl === '' ? null : absolute(creator.avatarUrl)
  return { name: displayName(creator), url: absolute(`/creator/${creator.uid}`), avatarUrl }
}

function itemOf(
  episode: Episode & { seriesNumber?: number },
  texts: readonly PublicText[],
  absolute: (path: string) => string,
): FeedItem {
  const { id, title, description, genre, durationSeconds, creator } = episode
  const files = episode.files.map((file) => ({ ...file, url: absolute(file.url) }))
  const poster = episode.largePoster ?? episode.poster
  return {
    url: absolute(`/watch/${id}`),
    title,
    description: description || episodeDescription(genre, displayName(creator)),
    publishedAt: episode.date,
    updatedAt: episode.updatedAt,
    author: authorOf(creator, absolute),
    categories: [genre, ...episode.tags],
    posterUrl: poster === null ? null : absolute(poster),
    durationSeconds,
    file: linkedFileOf(files),
    files,
    chaptersUrl: readChapters(description, durationSeconds).length > 0 ? absolute(chaptersUrl(id)) : null,
    transcripts: texts.map((text) => ({
      url: absolute(`/api/v1/subtitles/${text.id}?format=vtt`),
      language: text.language,
      label: text.label,
      isCaptions: text.kind === 'captions',
    })),
    seriesNumber: episode.seriesNumber ?? null,
  }
}
