import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode, type ReadyVideo } from '#tests/support/data/ready-video.server.ts'
import { elementIn, type HtmlElement, metaOf, parseHtml, textOf } from '#tests/support/http/html.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const hostile = `</script><script>document.title = "taken"</script>\u2028<!-- & "quoted"`

let site: TestHoshi
let creator: Person
let video: ReadyVideo
const ids = { plain: '', hostile: '', adult: '', series: '' }
let origin: string

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator', 'Mio')
  origin = site.config.publicUrl
  ids.hostile = (await publishEpisode(site, creator, { title: hostile, description: hostile })).id
  ids.adult = (await publishEpisode(site, creator, { title: 'After midnight', nsfw: true })).id
  const plain = await publishEpisode(site, creator, { title: 'Stars', description: 'A short night.' })
  ids.plain = plain.id
  video = plain.video
  const series = await creator.call('POST', '/api/v1/series', { title: 'Night trains', description: '' })
  ids.series = ((await series.json()) as { id: string }).id
  await creator.call('PUT', `/api/v1/series/${ids.series}/episodes`, { episodeIds: [ids.plain] })
  await queryDatabase(
    site.connectionString,
    `update episodes set published_at = now() + interval '1 hour' where id = $1`,
    [ids.plain],
  )
})

afterAll(() => site?.close())

const get = (path: string) => createStranger(site.url).call('GET', path)
const open = async (path: string) => parseHtml(await (await get(path)).text())
const titleOf = (page: HtmlElement) => textOf(elementIn(elementIn(page, 'head'), 'title'))
const canonicalOf = (page: HtmlElement) => elementIn(page, 'link', { rel: 'canonical' }).attributes.href
const structuredDataOf = (page: HtmlElement) =>
  JSON.parse(textOf(elementIn(page, 'script', { type: 'application/ld+json' })))

describe('a link to', () => {
  test.each([
    ['landing', () => '/', 'website'],
    ['explore', () => '/explore', 'website'],
  ])('%s names its URL and shows a poster', async (_, path, kind) => {
    const page = await open(`${path()}?utm_source=elsewhere`)
    const meta = metaOf(page)
    expect(canonicalOf(page)).toBe(`${origin}${path()}`)
    expect(meta).toMatchObject({
      'og:url': `${origin}${path()}`,
      'og:type': kind,
      'og:image': `${origin}${video.media.poster}`,
      'twitter:card': 'summary_large_image',
      'twitter:image': `${origin}${video.media.poster}`,
    })
    expect(meta.description).toBeTruthy()
    expect(meta['og:title']).toBe(titleOf(page))
    expect(meta.robots).toBeUndefined()
  })

  test.each([
    ['the profile', () => `/creator/${creator.account.uid}`, () => `creators/${creator.account.uid}`, 'profile'],
    ['the watch page', () => `/watch/${ids.plain}`, () => `episodes/${ids.plain}`, 'video.other'],
    ['the series', () => `/series/${ids.series}`, () => `series/${ids.series}`, 'video.tv_show'],
  ])('%s names its URL and shows a card of its own', async (_, path, card, kind) => {
    const meta = metaOf(await open(`${path()}?utm_source=elsewhere`))
    expect(meta).toMatchObject({ 'og:url': `${origin}${path()}`, 'og:type': kind, 'og:image:type': 'image/jpeg' })
    expect(meta['og:image']).toMatch(new RegExp(`^${origin}/cards/${card()}/[0-9a-f]{24}\\.jpg$`))
    expect(meta['twitter:image']).toBe(meta['og:image'])
    expect([meta['og:image:width'], meta['og:image:height']]).toEqual(['1200', '630'])
  })

  test('a page changes the address of its card with its title', async () => {
    const { id } = await publishEpisode(site, creator, { title: 'Before' })
    const before = metaOf(await open(`/watch/${id}`))['og:image']
    await creator.call('PATCH', `/api/v1/episodes/${id}`, { title: 'After' })
    expect(metaOf(await open(`/watch/${id}`))['og:image']).not.toBe(before)
  })

  test.each(['/login', '/signup', '/forgot-password'])('%s has one canonical URL, whatever the query', async (path) => {
    const page = await open(`${path}?next=%2Fupload`)
    expect(canonicalOf(page)).toBe(`${origin}${path}`)
    expect(metaOf(page).robots).toBeUndefined()
  })

  test('a page without a poster shows the site’s own card', async () => {
    expect(metaOf(await open('/about'))['og:image']).toBe(`${origin}/card.png`)
    expect((await get('/card.png')).headers.get('content-type')).toBe('image/png')
  })
})

describe('a watch page', () => {
  test('describes its video', async () => {
    expect(structuredDataOf(await open(`/watch/${ids.plain}`))).toMatchObject({
      '@type': 'VideoObject',
      name: 'Stars',
      description: 'A short night.',
      thumbnailUrl: `${origin}${video.media.poster}`,
      duration: 'PT2S',
      author: { name: 'Mio' },
    })
  })

  test('escapes a hostile title, in the head and in the data', async () => {
    const source = await (await get(`/watch/${ids.hostile}`)).text()
    const page = parseHtml(source)
    expect(titleOf(page)).toContain('</script>')
    expect(structuredDataOf(page).name).toBe(hostile)
    expect(source).not.toContain('<script>document.title')
    const block = source.split('application/ld+json')[1]?.split('</script>')[0] ?? ''
    expect(block).not.toContain('\u2028')
  })

  test('tells where its video plays, unless its creator says on which sites', async () => {
    const { id } = await publishEpisode(site, creator, { title: 'Elsewhere', visibility: 'public' })
    const embedUrl = `${origin}/embed/${id}`
    const page = await open(`/watch/${id}`)
    expect(metaOf(page)).toMatchObject({ 'twitter:player': embedUrl, 'twitter:player:width': '640' })
    expect(structuredDataOf(page)).toMatchObject({ embedUrl, contentUrl: expect.stringContaining('/media/') })
    await creator.call('PATCH', `/api/v1/episodes/${id}`, { embedSites: ['https://example.com'] })
    const kept = await open(`/watch/${id}`)
    expect(metaOf(kept)['twitter:player']).toBeUndefined()
    expect(Object.keys(structuredDataOf(kept))).not.toContain('embedUrl')
  })

  test('of an adult episode is noindex and shows no image of it', async () => {
    expect(metaOf(await open(`/watch/${ids.adult}`))).toMatchObject({
      robots: 'noindex',
      'og:image': `${origin}/card.png`,
    })
  })
})

describe('for programs', () => {
  test('robots.txt excludes private paths and names the sitemap', async () => {
    const response = await get('/robots.txt')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await response.text()
    expect(text).toContain('User-agent: *\nDisallow: /api/\n')
    expect(text).toContain(`Sitemap: ${origin}/sitemap.xml\n`)
  })

  test('sitemap.xml lists pages, episodes and creators, and nothing adult', async () => {
    const response = await get('/sitemap.xml')
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
    expect((await get('/sitemap.xml?from=none')).status).toBe(422)
  })

  test('an icon exists where browsers look without a link', async () => {
    const icon = await get('/favicon.ico')
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
    const page = await open('/')
    const manifest = await get(elementIn(page, 'link', { rel: 'manifest' }).attributes.href!)
    expect(manifest.headers.get('content-type')).toContain('application/manifest+json')
    const { icons } = (await manifest.json()) as { icons: { src: string; type: string }[] }
    expect(icons.length).toBeGreaterThan(0)
    const touchIcon = elementIn(page, 'link', { rel: 'apple-touch-icon' }).attributes.href!
    for (const { src, type } of [...icons, { src: touchIcon, type: 'image/png' }]) {
      const icon = await get(src)
      expect(icon.status, src).toBe(200)
      expect(icon.headers.get('content-type'), src).toContain(type)
    }
  })
})
