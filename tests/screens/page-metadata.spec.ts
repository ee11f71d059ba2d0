import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '#tests/support/browser/browser.server.ts'
import { query } from '#tests/support/data/publishing.ts'
import { publishEpisode, type ReadyVideo } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const hostile = `</script><script>document.title = "taken"</script>\u2028<!-- & "quoted"`

let creator: Person
let video: ReadyVideo
const ids = { plain: '', hostile: '', adult: '' }
let origin: string

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  origin = app.hoshi.config.publicUrl
  ids.hostile = (await publishEpisode(app.hoshi, creator, { title: hostile, description: hostile })).id
  ids.adult = (await publishEpisode(app.hoshi, creator, { title: 'After midnight', nsfw: true })).id
  const plain = await publishEpisode(app.hoshi, creator, { title: 'Stars', description: 'A short night.' })
  ids.plain = plain.id
  video = plain.video
  await query(
    app.hoshi.connectionString,
    `update episodes set published_at = now() + interval '1 hour' where id = $1`,
    [ids.plain],
  )
})

async function metaOf(page: Page): Promise<Record<string, string>> {
  const tags = await page
    .locator('meta[name], meta[property]')
    .evaluateAll((found) =>
      found.map((tag) => [tag.getAttribute('name') ?? tag.getAttribute('property'), tag.getAttribute('content')]),
    )
  return Object.fromEntries(tags)
}

const canonicalOf = (page: Page) => page.locator('link[rel="canonical"]').getAttribute('href')
const structuredDataOf = async (page: Page) =>
  JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')

describe('a link to', () => {
  // For pages that are only read, in sequence.
  let visitor: Visitor

  beforeAll(async () => {
    visitor = await app.browser.visit(app.hoshi.url, { javaScriptEnabled: false })
  })
  afterAll(() => visitor?.close())

  test.each([
    ['landing', () => '/', 'website'],
    ['explore', () => '/explore', 'website'],
    ['the profile', () => `/creator/${creator.account.uid}`, 'profile'],
    ['the watch page', () => `/watch/${ids.plain}`, 'video.other'],
  ])('%s names its URL and shows a poster', async (_, path, kind) => {
    const { page, open } = visitor
    await open(`${path()}?utm_source=elsewhere`)
    const meta = await metaOf(page)
    expect(await canonicalOf(page)).toBe(`${origin}${path()}`)
    expect(meta).toMatchObject({
      'og:url': `${origin}${path()}`,
      'og:type': kind,
      'og:image': `${origin}${video.media.poster}`,
      'twitter:card': 'summary_large_image',
      'twitter:image': `${origin}${video.media.poster}`,
    })
    expect(meta.description).toBeTruthy()
    expect(meta['og:title']).toBe(await page.title())
    expect(meta.robots).toBeUndefined()
  })

  test.each(['/login', '/signup', '/forgot-password'])('%s has one canonical URL, whatever the query', async (path) => {
    const { page, open } = visitor
    await open(`${path}?next=%2Fupload`)
    expect(await canonicalOf(page)).toBe(`${origin}${path}`)
    expect((await metaOf(page)).robots).toBeUndefined()
  })

  test('a page without a poster shows the site’s own card', async () => {
    const { page, open, context } = visitor
    await open('/about')
    const image = (await metaOf(page))['og:image'] ?? ''
    expect(image).toBe(`${origin}/card.png`)
    const card = await context.request.get('/card.png')
    expect(card.headers()['content-type']).toBe('image/png')
  })
})

describe('a watch page', () => {
  test('describes its video in a block that the policy allows', async () => {
    const { page, open, errors } = await app.visit()
    await open(`/watch/${ids.plain}`)
    expect(await structuredDataOf(page)).toMatchObject({
      '@type': 'VideoObject',
      name: 'Stars',
      description: 'A short night.',
      thumbnailUrl: `${origin}${video.media.poster}`,
      duration: 'PT2S',
      author: { name: 'Mio' },
    })
    expect(errors.filter((error) => error.includes('policy'))).toEqual([])
  })

  test('escapes a hostile title, in the head and in the data', async () => {
    const { page, open } = await app.visit()
    await open(`/watch/${ids.hostile}`)
    expect(await page.title()).toContain('</script>')
    expect(await page.title()).not.toBe('taken')
    expect((await structuredDataOf(page)).name).toBe(hostile)
    const source = await (await page.request.get(`/watch/${ids.hostile}`)).text()
    expect(source).not.toContain('<script>document.title')
    const block = source.split('application/ld+json')[1]?.split('</script>')[0] ?? ''
    expect(block).not.toContain('\u2028')
  })

  test('of an adult episode is noindex and shows no image of it', async () => {
    const { page, open } = await app.visit()
    await open(`/watch/${ids.adult}`)
    expect(await metaOf(page)).toMatchObject({ robots: 'noindex', 'og:image': `${origin}/card.png` })
  })

  test('updates its head on navigation', async () => {
    const { page, open } = await app.visit()
    await open(`/watch/${ids.plain}`)
    await page.getByRole('link', { name: 'Back to Explore' }).click()
    await page.waitForURL('**/explore')
    await expect.poll(() => canonicalOf(page)).toBe(`${origin}/explore`)
    expect(await page.locator('script[type="application/ld+json"]').count()).toBe(0)
  })
})

describe('for programs', () => {
  test('robots.txt excludes private paths and names the sitemap', async () => {
    const response = await createStranger(app.hoshi.url).call('GET', '/robots.txt')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await response.text()
    expect(text).toContain('User-agent: *\nDisallow: /api/\n')
    expect(text).toContain(`Sitemap: ${origin}/sitemap.xml\n`)
  })

  test('sitemap.xml lists pages, episodes and creators, and nothing adult', async () => {
    const response = await createStranger(app.hoshi.url).call('GET', '/sitemap.xml')
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const text = await response.text()
    const urls = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)
    for (const path of ['/', '/explore', '/faq', `/watch/${ids.plain}`, `/creator/${creator.account.uid}`]) {
      expect(urls).toContain(`${origin}${path}`)
    }
    expect(text).not.toContain(ids.adult)
    expect(new Set(urls).size).toBe(urls.length)
    expect(text.endsWith('</urlset>\n')).toBe(true)
  })

  test('an invalid part of the sitemap is refused', async () => {
    expect((await createStranger(app.hoshi.url).call('GET', '/sitemap.xml?from=none')).status).toBe(422)
  })

  test('an icon exists where browsers look without a link', async () => {
    const icon = await createStranger(app.hoshi.url).call('GET', '/favicon.ico')
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon'])
    const bytes = Buffer.from(await icon.arrayBuffer())
    expect(bytes.subarray(0, 6)).toEqual(Buffer.from([0, 0, 1, 0, 3, 0]))
    for (const entry of [6, 22, 38]) {
      const offset = bytes.readUInt32LE(entry + 12)
      const [side, width] = [bytes.readUInt8(entry), bytes.readUInt32BE(offset + 16)]
      expect(width).toBe(side)
    }
  })

  test('the manifest and each of its icons exist', async () => {
    const { page, open, context } = await app.visit()
    await open('/')
    const url = await page.locator('link[rel="manifest"]').getAttribute('href')
    const response = await context.request.get(url ?? '')
    expect(response.headers()['content-type']).toContain('application/manifest+json')
    const { icons } = (await response.json()) as { icons: { src: string; type: string }[] }
    const touchIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
    for (const { src, type } of [...icons, { src: touchIcon ?? '', type: 'image/png' }]) {
      const icon = await context.request.get(src)
      expect(icon.status(), src).toBe(200)
      expect(icon.headers()['content-type'], src).toContain(type)
    }
  })
})
