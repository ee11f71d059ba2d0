import type { SitemapEntries } from '#catalog/sitemap-entries.server.ts'
import { escapeXml } from '#platform/escape-xml.ts'

/** An episode adds at most three URLs, its own, its creator's and its series'; a sitemap may have 50,000. */
export const EPISODES_PER_SITEMAP = 16_600
/** Episodes fetched at a time. */
const BATCH_SIZE = 1000

const pages = ['/', '/explore', '/about', '/contact', '/faq', '/rules', '/transparency', '/terms', '/privacy']
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

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
  yield `${HEAD}<urlset ${NAMESPACE}>\n${from === null ? pages.map((path) => entry(`${origin}${path}`)).join('') : ''}`
  let cursor = from
  for (let left = EPISODES_PER_SITEMAP; left > 0; left -= BATCH_SIZE) {
    const limit = Math.min(left, BATCH_SIZE)
    const { entries, nextCursor } = await fetch({ limit, ...(cursor === null ? {} : { cursor }) })
    const seriesOf = await seriesAround(entries.map(({ id }) => id))
    let text = ''
    for (const { id, creatorId, updatedAt } of entries) {
      text += entry(`${origin}/watch/${id}`, updatedAt)
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

function entry(url: string, lastModified?: Date): string {
  const changed = lastModified ? `<lastmod>${lastModified.toISOString()}</lastmod>` : ''
  return `<url><loc>${escapeXml(url)}</loc>${changed}</url>\n`
}
