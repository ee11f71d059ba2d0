import { expect, test } from 'vitest'
import { EPISODES_PER_SITEMAP, sitemap, sitemapIndex } from './sitemap-document.ts'

const origin = 'https://hoshi.example'
const updatedAt = new Date('2025-06-13T00:00:00Z')

/** A paginated list of episodes, as in the catalog; records the requested limits. */
function fakeCatalog(episodes: number, creators: number) {
  const limits: number[] = []
  const fetch = async ({ cursor, limit }: { cursor?: string; limit: number }) => {
    limits.push(limit)
    const start = Number(cursor ?? 0)
    const end = Math.min(episodes, start + limit)
    const entries = Array.from({ length: end - start }, (_, n) => {
      return { id: `e${start + n}`, creatorId: `c${(start + n) % creators}`, updatedAt }
    })
    return { entries, nextCursor: end < episodes ? String(end) : null }
  }
  return { fetch, limits }
}

const noSeries = async () => new Map<string, string>()

async function urlsIn(chunks: AsyncIterable<string>): Promise<string[]> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url)
}

test('the first sitemap lists the site pages, every episode, and each creator and series once', async () => {
  const seriesAround = async () => new Map([1, 2].map((n) => [`e${n}`, 's']))
  const urls = await urlsIn(sitemap(origin, fakeCatalog(3, 2).fetch, seriesAround, null))
  expect(urls.slice(0, 3)).toEqual([`${origin}/`, `${origin}/explore`, `${origin}/about`])
  expect(urls).toContain(`${origin}/transparency`)
  expect(urls.slice(-6)).toEqual(
    ['watch/e0', 'creator/c0', 'watch/e1', 'creator/c1', 'series/s', 'watch/e2'].map((path) => `${origin}/${path}`),
  )
})

test('a later sitemap starts at its cursor, without the site pages', async () => {
  const [first] = await urlsIn(sitemap(origin, fakeCatalog(20, 1).fetch, noSeries, '10'))
  expect(first).toBe(`${origin}/watch/e10`)
})

test('a list too long for one sitemap is limited to 50,000 URLs and read in batches', async () => {
  const { fetch, limits } = fakeCatalog(60_000, 60_000)
  const ownSeries = async (ids: string[]) => new Map(ids.map((id) => [id, `s${id}`]))
  const urls = await urlsIn(sitemap(origin, fetch, ownSeries, null))
  expect(urls.filter((url) => url.includes('/watch/'))).toHaveLength(EPISODES_PER_SITEMAP)
  expect(urls.length).toBeLessThanOrEqual(50_000)
  expect(Math.max(...limits)).toBe(1000)
})

test('the index lists the first sitemap and every part', () => {
  expect(sitemapIndex(origin, ['abc'])).toContain(`<loc>${origin}/sitemap.xml?from=first</loc>`)
  expect(sitemapIndex(origin, ['abc'])).toContain(`<loc>${origin}/sitemap.xml?from=abc</loc>`)
})

test('a URL is escaped for XML', () => {
  expect(sitemapIndex('https://a.example/?b&c="<', [])).toContain('https://a.example/?b&amp;c=&quot;&lt;/sitemap.xml')
})
