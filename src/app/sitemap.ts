import type { ListedAddresses } from '#catalog/listed-addresses.server.ts'

/** An episode stands for two addresses at most, its own and its creator's, and a sitemap may hold 50,000. */
export const EPISODES_PER_SITEMAP = 24_900
/** Episodes fetched at a time. */
const PIECE = 1000

const pages = ['/', '/explore', '/about', '/contact', '/faq', '/terms', '/privacy']
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/**
 * One sitemap, piece by piece: the pages of the house in the first one, then episodes and their creators.
 *
 * @param from where its episodes begin; null for the first sitemap
 * @see https://www.sitemaps.org/protocol.html
 */
export async function* sitemap(
  origin: string,
  fetch: ListedAddresses['listedAddresses'],
  from: string | null,
): AsyncGenerator<string> {
  const creators = new Set<string>()
  yield `${HEAD}<urlset ${NAMESPACE}>\n${from === null ? pages.map((path) => entry(`${origin}${path}`)).join('') : ''}`
  let cursor = from
  for (let left = EPISODES_PER_SITEMAP; left > 0; left -= PIECE) {
    const limit = Math.min(left, PIECE)
    const { addresses, nextCursor } = await fetch({ limit, ...(cursor === null ? {} : { cursor }) })
    let text = ''
    for (const { id, creatorId, updatedAt } of addresses) {
      text += entry(`${origin}/watch/${id}`, updatedAt)
      if (!creators.has(creatorId)) text += entry(`${origin}/creator/${creatorId}`)
      creators.add(creatorId)
    }
    yield text
    if (nextCursor === null) break
    cursor = nextCursor
  }
  yield '</urlset>\n'
}

/** The list of all sitemaps, for a Hoshi that one cannot hold. @param parts where the second and later ones begin */
export function sitemapIndex(origin: string, parts: readonly string[]): string {
  const entries = ['first', ...parts].map(
    (part) => `<sitemap><loc>${escapeXml(`${origin}/sitemap.xml?from=${part}`)}</loc></sitemap>\n`,
  )
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`
}

function entry(address: string, changedAt?: Date): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<url><loc>${escapeXml(address)}</loc>${changed}</url>\n`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (found) => entities[found] ?? found)
}
