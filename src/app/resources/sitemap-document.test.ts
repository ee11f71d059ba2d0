import { expect, test } from 'vitest'
import type { SitemapVideo } from '#catalog/sitemap-entries.server.ts'
import { EPISODES_PER_SITEMAP, sitemap, sitemapIndex } from './sitemap-document.ts'

const origin = 'https://hoshi.example'
const updatedAt = new Date('2025-06-13T00:00:00Z')

/** A paginated list of episodes, as in the catalog; records the requested limits. */
function fakeCatalog(episodes: number, creators: number, video: SitemapVideo | null = null) {
  const limits: number[] = []
  const fetch = async ({ cursor, limit }: { cursor?: string; limit: number }) => {
    limits.push(limit)
    const start = Number(cursor ?? 0)
    const end = Math.min(episodes, start + limit)
    const entries = Array.from({ length: end - start }, (_, n) => {
      return { id: `e${start + n}`, creatorId: `c${(start + n) % creators}`, updatedAt, video }
    })
    return { entries, nextCursor: end < episodes ? String(end) : null }
  }
  return { fetch, limits }
}

const noSeries = async () => new Map<string, string>()

async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

async function urlsIn(chunks: AsyncIterable<string>): Promise<string[]> {
  const text = await textOf(chunks)
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
  expect(Math.max(...limits)).toBe(250)
})

test('the index lists the first sitemap and every part', () => {
  expect(sitemapIndex(origin, ['abc'])).toContain(`<loc>${origin}/sitemap.xml?from=first</loc>`)
  expect(sitemapIndex(origin, ['abc'])).toContain(`<loc>${origin}/sitemap.xml?from=abc</loc>`)
})

test('a URL is escaped for XML', () => {
  expect(sitemapIndex('https://a.example/?b&c="<', [])).toContain('https://a.example/?b&amp;c=&quot;&lt;/sitemap.xml')
})

const video: SitemapVideo = {
  title: 'Stars',
  description: 'A short night.',
  genre: 'Drama',
  poster: '/media/v/p.webp',
  file: '/media/v/f.mp4',
  durationSeconds: 402.9,
  publishedAt: updatedAt,
}

test('an episode has its video, with all that search engines read', async () => {
  const text = await textOf(sitemap(origin, fakeCatalog(1, 1, video).fetch, noSeries, null))
  expect(text).toContain('xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"')
  expect(text).toContain(
    [
      `<url><loc>${origin}/watch/e0</loc><lastmod>2025-06-13T00:00:00.000Z</lastmod><video:video>`,
      `<video:thumbnail_loc>${origin}/media/v/p.webp</video:thumbnail_loc>`,
      '<video:title>Stars</video:title><video:description>A short night.</video:description>',
      `<video:content_loc>${origin}/media/v/f.mp4</video:content_loc>`,
      `<video:player_loc>${origin}/embed/e0</video:player_loc>`,
      '<video:duration>403</video:duration><video:publication_date>2025-06-13T00:00:00.000Z</video:publication_date>',
    ].join(''),
  )
})

test('a video without file, duration and description is told by what there is', async () => {
  const bare = { ...video, file: null, durationSeconds: null, description: '' }
  const text = await textOf(sitemap(origin, fakeCatalog(1, 1, bare).fetch, noSeries, null))
  expect(text).toContain('<video:description>A short Drama anime.</video:description><video:player_loc>')
  expect(text).not.toContain('video:duration')
})

test('hostile texts leave the document well-formed, and the largest sitemap below 50 MB', async () => {
  const hostile = '"]]></video:title>&<!--\ufffe'
  const worst = { ...video, title: `${hostile}${'"'.repeat(75)}`, description: '"'.repeat(5000) }
  const text = await textOf(sitemap(origin, fakeCatalog(1, 1, worst).fetch, noSeries, null))
  expect(text).toContain('<video:title>&quot;]]&gt;&lt;/video:title&gt;&amp;&lt;!--&quot;')
  expect(text.match(/<\/video:title>/g)).toHaveLength(1)
  const own = text.slice(text.indexOf('<url><loc>https://hoshi.example/watch/e0'))
  // Room for three longer addresses, of creator and series too.
  expect((Buffer.byteLength(own) + 800) * EPISODES_PER_SITEMAP).toBeLessThan(50_000_000)
})
