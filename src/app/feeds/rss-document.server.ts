import { generateRssFeed } from 'feedsmith'
import { xmlText } from '#platform/escape-xml.ts'
import type { Mp4File } from '#video/video.ts'
import { type Feed, type FeedItem, type FeedTranscript, updatedAtOf } from './feed.ts'
import { textAsHtml } from './feed-text.ts'
import { feedTypes } from './feed-url.ts'

type RssFeed = Parameters<typeof generateRssFeed<true>>[0]
type RssItem = NonNullable<RssFeed['items']>[number]

/** White space that the library puts around a text to indent it, and that would belong to the text. */
const aroundTexts = /(?<=>)\n\s+(?=<!\[CDATA\[)|(?<=\]\]>)\n\s+(?=<\/)/g

/**
 * A feed as RSS 2.0, with what programs for podcasts and for videos add to it.
 * @see https://www.rssboard.org/rss-specification
 * @see https://podcasting2.org/docs/podcast-namespace
 */
export function rssDocument(feed: Feed): string {
  const updatedAt = updatedAtOf(feed)
  const document = generateRssFeed(
    {
      title: xmlText(feed.title),
      link: feed.homeUrl,
      description: xmlText(feed.description),
      language: 'en',
      generator: 'Hoshi',
      ...(updatedAt && { lastBuildDate: updatedAt }),
      image: { url: feed.imageUrl, title: xmlText(feed.title), link: feed.homeUrl },
      atom: { links: linksOf(feed) },
      itunes: {
        image: feed.imageUrl,
        explicit: false,
        author: xmlText(feed.author?.name ?? 'Hoshi'),
        type: feed.isSeries ? 'serial' : 'episodic',
        categories: [{ text: 'Arts', categories: [{ text: 'Visual Arts' }] }],
      },
      podcast: { medium: 'video' },
      items: feed.items.map(itemOf),
    } satisfies RssFeed,
    { strict: true },
  )
  return document.replaceAll(aroundTexts, '')
}

/** The addresses of this page and of those beside it (RFC 5005). */
function linksOf({ url, firstUrl, nextUrl }: Feed) {
  const type = feedTypes.xml
  return [
    { href: url, rel: 'self', type },
    ...(firstUrl === null ? [] : [{ href: firstUrl, rel: 'first', type }]),
    ...(nextUrl === null ? [] : [{ href: nextUrl, rel: 'next', type }]),
  ]
}

function itemOf(item: FeedItem): RssItem {
  const { file, posterUrl, durationSeconds, seriesNumber } = item
  const name = xmlText(item.author.name)
  return {
    title: xmlText(item.title),
    link: item.url,
    guid: { value: item.url, isPermaLink: true },
    pubDate: item.publishedAt,
    description: textAsHtml(item.description),
    categories: item.categories.map((category) => ({ name: xmlText(category) })),
    ...(file && { enclosures: [{ url: file.url, length: file.sizeBytes, type: 'video/mp4' }] }),
    // An author of RSS itself is an email address.
    dc: { creators: [name] },
    itunes: {
      author: name,
      explicit: false,
      episodeType: 'full',
      ...(durationSeconds !== null && { duration: Math.round(durationSeconds) }),
      ...(posterUrl !== null && { image: posterUrl }),
      ...(seriesNumber !== null && { episode: seriesNumber }),
    },
    podcast: {
      ...(item.chaptersUrl !== null && { chapters: { url: item.chaptersUrl, type: 'application/json+chapters' } }),
      transcripts: item.transcripts.map(transcriptOf),
    },
    media: {
      ...(item.files.length > 0 && {
        groups: [{ contents: item.files.map((each) => contentOf(each, durationSeconds)) }],
      }),
      ...(posterUrl !== null && { thumbnails: [{ url: posterUrl }] }),
      ratings: [{ value: 'nonadult', scheme: 'urn:simple' }],
    },
  }
}

function transcriptOf({ url, language, isCaptions }: FeedTranscript) {
  return { url, type: 'text/vtt', language, ...(isCaptions && { rel: 'captions' }) }
}

/** Without `isDefault`, which the library writes as no reader expects it; the enclosure says which one it is. */
function contentOf({ url, sizeBytes, width, height }: Mp4File, durationSeconds: number | null) {
  return {
    url,
    fileSize: sizeBytes,
    type: 'video/mp4',
    medium: 'video',
    width,
    height,
    ...(durationSeconds !== null && { duration: Math.round(durationSeconds) }),
  }
}
