import { generateJsonFeed } from 'feedsmith'
import type { Feed, FeedAuthor, FeedItem } from './feed.ts'

/** A feed as JSON Feed 1.1. @see https://www.jsonfeed.org/version/1.1/ */
export function jsonDocument(feed: Feed): string {
  const document = generateJsonFeed({
    title: feed.title.toWellFormed(),
    home_page_url: feed.homeUrl,
    feed_url: feed.url,
    description: feed.description.toWellFormed(),
    icon: feed.imageUrl,
    language: 'en',
    ...(feed.nextUrl !== null && { next_url: feed.nextUrl }),
    ...(feed.author && { authors: [authorOf(feed.author)] }),
    items: feed.items.map(itemOf),
  })
  // The library leaves out a list without entries, which the format asks for.
  return JSON.stringify({ items: [], ...(document as object) })
}

function itemOf(item: FeedItem) {
  return {
    id: item.url,
    url: item.url,
    title: item.title.toWellFormed(),
    content_text: item.description.toWellFormed(),
    ...(item.posterUrl !== null && { image: item.posterUrl }),
    date_published: item.publishedAt,
    date_modified: item.updatedAt,
    authors: [authorOf(item.author)],
    tags: item.categories.map((category) => category.toWellFormed()),
    attachments: attachmentsOf(item),
  }
}

/** The film first, which readers take for the episode; chapters and transcripts go with it. */
function attachmentsOf({ file, durationSeconds, chaptersUrl, transcripts }: FeedItem) {
  if (!file) return []
  const film = {
    url: file.url,
    mime_type: 'video/mp4',
    size_in_bytes: file.sizeBytes,
    ...(durationSeconds !== null && { duration_in_seconds: Math.round(durationSeconds) }),
  }
  return [
    film,
    ...(chaptersUrl === null ? [] : [{ url: chaptersUrl, mime_type: 'application/json+chapters', title: 'Chapters' }]),
    ...transcripts.map(({ url, label }) => ({ url, mime_type: 'text/vtt', title: label.toWellFormed() })),
  ]
}

function authorOf({ name, url, avatarUrl }: FeedAuthor) {
  return { name: name.toWellFormed(), url, ...(avatarUrl !== null && { avatar: avatarUrl }) }
}
