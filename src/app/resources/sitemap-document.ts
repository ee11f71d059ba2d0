import type { SitemapEntries, SitemapVideo } from '#catalog/sitemap-entries.server.ts'
import { escapeXml } from '#platform/escape-xml.ts'
import { truncateText } from '#platform/text.ts'

/**
 * An episode adds at most three URLs, its own, its creator's and its series'; a sitemap may have 50,000. It may also have
 * 50 MB, of which an episode takes less than 5 kB, however its texts are escaped.
 */
export const EPISODES_PER_SITEMAP = 10_000
/** Episodes fetched at a time. */
const BATCH_SIZE = 250
/** Characters of the description of a video; readers take up to 2,048. */
const DESCRIPTION_CHARACTERS = 400

const pages = ['/', '/explore', '/about', '/contact', '/faq', '/rules', '/transparency', '/terms', '/privacy']
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const VIDEO_NAMESPACE = 'xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"'

/**
 * Yields one sitemap in chunks: the site pages (first sitemap only), then episodes with their creators and series.
 *
 * @param seriesAround the series of listed episodes, by episode id
 * @param from cursor of its first episode; null for the first sitemap
 * @see https://www.sitemaps.org/protocol.html
 */
export async function* sitemap(
  origin: string,
  fetch: SitemapEntries['entries'],
  seriesAround: (episodeIds: string[]) => Promise<Map<string, string>>,
  from: string | null,
): AsyncGenerator<string> {
  const creators = new Set<string>()
  const series = new Set<string>()
  yield `${HEAD}<urlset ${NAMESPACE} ${VIDEO_NAMESPACE}>\n${from === null ? pages.map((path) => entry(`${origin}${path}`)).join('') : ''}`
  let cursor = from
  for (let left = EPISODES_PER_SITEMAP; left > 0; left -= BATCH_SIZE) {
    const limit = Math.min(left, BATCH_SIZE)
    const { entries, nextCursor } = await fetch({ limit, ...(cursor === null ? {} : { cursor }) })
    const seriesOf = await seriesAround(entries.map(({ id }) => id))
    let text = ''
    for (const { id, creatorId, updatedAt, video } of entries) {
      text += entry(`${origin}/watch/${id}`, updatedAt, video ? videoElement(origin, id, video) : '')
      if (!creators.has(creatorId)) text += entry(`${origin}/creator/${creatorId}`)
      creators.add(creatorId)
      const seriesId = seriesOf.get(id)
      if (seriesId && !series.has(seriesId)) text += entry(`${origin}/series/${seriesId}`)
      if (seriesId) series.add(seriesId)
    }
    yield text
    if (nextCursor === null) break
    cursor = nextCursor
  }
  yield '</urlset>\n'
}

/** Index of all sitemaps, for a site too large for one. @param parts cursors of the second and later sitemaps */
export function sitemapIndex(origin: string, parts: readonly string[]): string {
  const entries = ['first', ...parts].map(
    (part) => `<sitemap><loc>${escapeXml(`${origin}/sitemap.xml?from=${part}`)}</loc></sitemap>\n`,
  )
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`
}

function entry(url: string, lastModified?: Date, video = ''): string {
  const changed = lastModified ? element('lastmod', lastModified.toISOString()) : ''
  return `<url>${element('loc', url)}${changed}${video}</url>\n`
}

/**
 * The video of an episode, in the order that readers expect. Its file is named once it is made: they read no playlists.
 * @see https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
 */
function videoElement(origin: string, episodeId: string, video: SitemapVideo): string {
  const { title, description, genre, poster, file, durationSeconds, publishedAt } = video
  return [
    '<video:video>',
    element('video:thumbnail_loc', new URL(poster, origin).href),
    element('video:title', title),
    element('video:description', truncateText(description, DESCRIPTION_CHARACTERS) || `A short ${genre} anime.`),
    file === null ? '' : element('video:content_loc', new URL(file, origin).href),
    element('video:player_loc', `${origin}/embed/${episodeId}`),
    durationSeconds === null ? '' : element('video:duration', String(Math.max(1, Math.round(durationSeconds)))),
    element('video:publication_date', publishedAt.toISOString()),
    element('video:family_friendly', 'yes'),
    element('video:requires_subscription', 'no'),
    element('video:live', 'no'),
    '</video:video>',
  ].join('')
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}
