import { expect, test } from 'vitest'
import { EPISODES_PER_SITEMAP, sitemap, sitemapIndex } from './sitemap.ts'

const origin = 'https://hoshi.example'
const updatedAt = new Date('2025-06-13T00:00:00Z')

/** A list of so many episodes by so many creators, given out as the catalog does; remembers how it was asked. */
function listOf(episodes: number, creators: number) {
  const asked: number[] = []
  const fetch = async ({ cursor, limit }: { cursor?: string; limit: number }) => {
    asked.push(limit)
    const start = Number(cursor ?? 0)
    const end = Math.min(episodes, start + limit)
    const addresses = Array.from({ length: end - start }, (_, n) => {
      return { id: `e${start + n}`, creatorId: `c${(start + n) % creators}`, updatedAt }
    })
    return { addresses, nextCursor: end < episodes ? String(end) : null }
  }
  return { fetch, asked }
}

async function addressesOf(pieces: AsyncIterable<string>): Promise<string[]> {
  let text = ''
  for await (const piece of pieces) text += piece
  return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
}

test('the first sitemap has the pages of the house, every episode, and each creator once', async () => {
  const addresses = await addressesOf(sitemap(origin, listOf(3, 2).fetch, null))
  expect(addresses.slice(0, 3)).toEqual([`${origin}/`, `${origin}/explore`, `${origin}/about`])
  expect(addresses.slice(-5)).toEqual(
    ['watch/e0', 'creator/c0', 'watch/e1', 'creator/c1', 'watch/e2'].map((path) => `${origin}/${path}`),
  )
})

test('a later one begins at its cursor, without the pages', async () => {
  const [first] = await addressesOf(sitemap(origin, listOf(20, 1).fetch, '10'))
  expect(first).toBe(`${origin}/watch/e10`)
})

test('a list too long for one sitemap ends within 50,000 addresses and is read in pieces', async () => {
  const { fetch, asked } = listOf(60_000, 60_000)
  const addresses = await addressesOf(sitemap(origin, fetch, null))
  expect(addresses.filter((address) => address.includes('/watch/'))).toHaveLength(EPISODES_PER_SITEMAP)
  expect(addresses.length).toBeLessThanOrEqual(50_000)
  expect(Math.max(...asked)).toBe(1000)
})

test('the index names the first sitemap and every part', () => {
  expect(sitemapIndex(origin, ['abc'])).toContain(`<loc>${origin}/sitemap.xml?from=first</loc>`)
  expect(sitemapIndex(origin, ['abc'])).toContain(`<loc>${origin}/sitemap.xml?from=abc</loc>`)
})

test('an address is text in XML', () => {
  expect(sitemapIndex('https://a.example/?b&c="<', [])).toContain('https://a.example/?b&amp;c=&quot;&lt;/sitemap.xml')
})
