import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '#tests/support/browser.server.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson, createStranger, type Person } from '#tests/support/person.ts'
import { query } from '#tests/support/publishing.ts'
import { publishEpisode, type ReadyVideo } from '#tests/support/ready-video.server.ts'

const on = onScreen()
const nasty = `</script><script>document.title = "taken"</script>\u2028<!-- & "quoted"`

let creator: Person
let video: ReadyVideo
const ids = { plain: '', nasty: '', adult: '' }
let origin: string

beforeAll(async () => {
  creator = await createPerson(on.hoshi.url, 'creator', 'Mio')
  origin = on.hoshi.config.publicUrl
  ids.nasty = (await publishEpisode(on.hoshi, creator, { title: nasty, description: nasty })).id
  ids.adult = (await publishEpisode(on.hoshi, creator, { title: 'After midnight', nsfw: true })).id
  const plain = await publishEpisode(on.hoshi, creator, { title: 'Stars', description: 'A short night.' })
  ids.plain = plain.id
  video = plain.video
  await query(on.hoshi.connectionString, `update episodes set published_at = now() + interval '1 hour' where id = $1`, [
    ids.plain,
  ])
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
const dataOf = async (page: Page) =>
  JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')

describe('a link to', () => {
  // Pages that are only read, one after the other.
  let reader: Visitor

  beforeAll(async () => {
    reader = await on.browser.visit(on.hoshi.url, { javaScriptEnabled: false })
  })
  afterAll(() => reader?.leave())

  test.each([
    ['landing', () => '/', 'website'],
    ['explore', () => '/explore', 'website'],
    ['the profile', () => `/creator/${creator.account.uid}`, 'profile'],
    ['the watch page', () => `/watch/${ids.plain}`, 'video.other'],
  ])('%s names its address and shows a poster', async (_, path, kind) => {
    const { page, open } = reader
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

  test.each(['/login', '/signup', '/forgot-password'])(
    '%s names one address, whatever it was asked by',
    async (path) => {
      const { page, open } = reader
      await open(`${path}?next=%2Fupload`)
      expect(await canonicalOf(page)).toBe(`${origin}${path}`)
      expect((await metaOf(page)).robots).toBeUndefined()
    },
  )

  test('a page without a poster shows the card of the house', async () => {
    const { page, open, context } = reader
    await open('/about')
    const image = (await metaOf(page))['og:image'] ?? ''
    expect(image).toBe(`${origin}/card.png`)
    const card = await context.request.get('/card.png')
    expect(card.headers()['content-type']).toBe('image/png')
  })
})

describe('a watch page', () => {
  test('describes its video in a block that the policy lets stand', async () => {
    const { page, open, troubles } = await on.visit()
    await open(`/watch/${ids.plain}`)
    expect(await dataOf(page)).toMatchObject({
      '@type': 'VideoObject',
      name: 'Stars',
      description: 'A short night.',
      thumbnailUrl: `${origin}${video.media.poster}`,
      duration: 'PT2S',
      author: { name: 'Mio' },
    })
    expect(troubles.filter((trouble) => trouble.includes('policy'))).toEqual([])
  })

  test('keeps a hostile title as text, in the head and in the data', async () => {
    const { page, open } = await on.visit()
    await open(`/watch/${ids.nasty}`)
    expect(await page.title()).toContain('</script>')
    expect(await page.title()).not.toBe('taken')
    expect((await dataOf(page)).name).toBe(nasty)
    const source = await (await page.request.get(`/watch/${ids.nasty}`)).text()
    expect(source).not.toContain('<script>document.title')
    const block = source.split('application/ld+json')[1]?.split('</script>')[0] ?? ''
    expect(block).not.toContain('\u2028')
  })

  test('of an adult episode asks search engines to stay away and shows no picture of it', async () => {
    const { page, open } = await on.visit()
    await open(`/watch/${ids.adult}`)
    expect(await metaOf(page)).toMatchObject({ robots: 'noindex', 'og:image': `${origin}/card.png` })
  })

  test('changes its head with the page', async () => {
    const { page, open } = await on.visit()
    await open(`/watch/${ids.plain}`)
    await page.getByRole('link', { name: 'Back to Explore' }).click()
    await page.waitForURL('**/explore')
    await expect.poll(() => canonicalOf(page)).toBe(`${origin}/explore`)
    expect(await page.locator('script[type="application/ld+json"]').count()).toBe(0)
  })
})

describe('for programs', () => {
  test('robots.txt closes what is private and names the sitemap', async () => {
    const answer = await createStranger(on.hoshi.url).call('GET', '/robots.txt')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await answer.text()
    expect(text).toContain('User-agent: *\nDisallow: /api/\n')
    expect(text).toContain(`Sitemap: ${origin}/sitemap.xml\n`)
  })

  test('sitemap.xml lists pages, episodes and creators, and nothing adult', async () => {
    const answer = await createStranger(on.hoshi.url).call('GET', '/sitemap.xml')
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const text = await answer.text()
    const addresses = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
    for (const path of ['/', '/explore', '/faq', `/watch/${ids.plain}`, `/creator/${creator.account.uid}`]) {
      expect(addresses).toContain(`${origin}${path}`)
    }
    expect(text).not.toContain(ids.adult)
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(text.endsWith('</urlset>\n')).toBe(true)
  })

  test('a part of the sitemap that is none is refused', async () => {
    expect((await createStranger(on.hoshi.url).call('GET', '/sitemap.xml?from=none')).status).toBe(422)
  })

  test('the manifest and each of its icons are there', async () => {
    const { page, open, context } = await on.visit()
    await open('/')
    const address = await page.locator('link[rel="manifest"]').getAttribute('href')
    const answer = await context.request.get(address ?? '')
    expect(answer.headers()['content-type']).toContain('application/manifest+json')
    const { icons } = (await answer.json()) as { icons: { src: string; type: string }[] }
    const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
    for (const { src, type } of [...icons, { src: touch ?? '', type: 'image/png' }]) {
      const icon = await context.request.get(src)
      expect(icon.status(), src).toBe(200)
      expect(icon.headers()['content-type'], src).toContain(type)
    }
  })
})
