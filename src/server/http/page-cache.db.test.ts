import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { cookieOf, createPerson, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

/** Two processes on one database. */
let site: TestHoshi
let beside: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi({ cachesPages: true })
  beside = await createTestHoshi({ cachesPages: true, beside: site })
  creator = await createPerson(site.url, 'creator', 'Mio')
})

afterAll(async () => {
  await beside?.close()
  await site?.close()
})

async function read(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Which of these paths name the title, on each process. */
async function naming(title: string, paths: string[], headers: Record<string, string> = {}): Promise<string[]> {
  const found: string[] = []
  for (const { url } of [site, beside])
    for (const path of paths) if ((await read(url + path, headers)).text.includes(title)) found.push(path)
  return found
}

const changes: [string, (id: string) => Promise<Response>, stays: number[]][] = [
  ['made private', (id) => creator.call('PATCH', `/api/v1/episodes/${id}`, { visibility: 'private' }), []],
  ['made unlisted', (id) => creator.call('PATCH', `/api/v1/episodes/${id}`, { visibility: 'unlisted' }), [3]],
  ['marked as adult', (id) => creator.call('PATCH', `/api/v1/episodes/${id}`, { nsfw: true }), [2, 3]],
  ['deleted', (id) => creator.call('DELETE', `/api/v1/episodes/${id}`), []],
]

test.each(changes)(
  'an episode that is %s is gone from the next answer of every process',
  async (name, change, stays) => {
    const title = `Rain ${name}`
    const id = await seedEpisode(site.connectionString, creator, { title })
    const lists = ['/', '/explore', `/creator/${creator.account.uid}`, `/watch/${id}`]
    const paths = [...lists, '/feeds/new.xml', `/feeds/explore.json?genre=Drama`]
    expect(await naming(title, paths)).toEqual([...paths, ...paths])
    expect((await change(id)).ok).toBe(true)
    const left = stays.map((at) => paths[at])
    expect(await naming(title, paths)).toEqual([...left, ...left])
  },
)

test('a new and a renamed episode are in the next answer of every process', async () => {
  const other = await seedEpisode(site.connectionString, creator, { title: 'First' })
  expect(await naming('Snow', ['/explore', `/watch/${other}`])).toEqual([])
  const id = await seedEpisode(site.connectionString, creator, { title: 'Snow' })
  const paths = ['/explore', `/watch/${id}`]
  expect(await naming('Snow', paths)).toEqual([...paths, ...paths])
  await creator.call('PATCH', `/api/v1/episodes/${id}`, { title: 'Sleet' })
  expect(await naming('Sleet', paths)).toEqual([...paths, ...paths])
})

test('people with an account and programs share what is read for Explore, until an episode changes', async () => {
  const headers = { cookie: await cookieOf(site.url, creator) }
  const paths = ['/', '/explore', '/explore?genre=Drama', '/api/v1/episodes', '/api/v1/episodes?genre=drama&limit=3']
  const id = await seedEpisode(site.connectionString, creator, { title: 'Frost', genre: 'Drama' })
  expect(await naming('Frost', paths, headers)).toEqual([...paths, ...paths])
  await creator.call('PATCH', `/api/v1/episodes/${id}`, { title: 'Thaw' })
  expect(await naming('Thaw', paths, headers)).toEqual([...paths, ...paths])
  await creator.call('PATCH', `/api/v1/episodes/${id}`, { visibility: 'private' })
  expect(await naming('Thaw', paths, headers)).toEqual([])
})

test('an unlisted episode that is made private is gone at once too', async () => {
  const id = await seedEpisode(site.connectionString, creator, { title: 'Fog' })
  await creator.call('PATCH', `/api/v1/episodes/${id}`, { visibility: 'unlisted' })
  expect(await naming('Fog', [`/watch/${id}`])).toHaveLength(2)
  await creator.call('PATCH', `/api/v1/episodes/${id}`, { visibility: 'private' })
  const statuses = await Promise.all([site, beside].map(async ({ url }) => (await read(`${url}/watch/${id}`)).status))
  expect(statuses).toEqual([404, 404])
})

test('people with an account get pages of their own, and leave none behind', async () => {
  const cookie = await cookieOf(site.url, creator)
  const own = await read(`${site.url}/explore`, { cookie })
  expect(own.text).toContain(creator.email)
  expect(own.headers.get('Content-Security-Policy')).toMatch(/script-src 'nonce-/)
  const shared = await read(`${site.url}/explore`)
  expect(shared.text).not.toContain(creator.email)
  expect((await read(`${site.url}/explore`, { cookie })).text).toContain(creator.email)
})

test('the embedded player is one page for all, and follows its sites and its visibility at once', async () => {
  const id = await seedEpisode(site.connectionString, creator, { title: 'Dew' })
  const cookie = await cookieOf(site.url, creator)
  const framing = async (headers: Record<string, string> = {}) =>
    Promise.all(
      [site, beside].map(async ({ url }) => {
        const page = await read(`${url}/embed/${id}`, headers)
        const policy = page.headers.get('Content-Security-Policy')
        return [page.status, /frame-ancestors ([^;]*)/.exec(policy ?? '')?.[1]]
      }),
    )
  const both = (status: number, sources: string) => Array(2).fill([status, sources])
  expect(await framing({ cookie })).toEqual(both(200, '*'))
  await creator.call('PATCH', `/api/v1/episodes/${id}`, { embedSites: ['https://one.example', 'https://two.example'] })
  expect(await framing()).toEqual(both(200, 'https://one.example https://two.example'))
  expect(await framing({ cookie })).toEqual(both(200, 'https://one.example https://two.example'))
  await creator.call('PATCH', `/api/v1/episodes/${id}`, { embedSites: [] })
  expect(await framing()).toEqual(both(200, `'none'`))
  await creator.call('PATCH', `/api/v1/episodes/${id}`, { visibility: 'private' })
  expect(await framing({ cookie })).toEqual(both(404, '*'))
})

test('a shared page allows its scripts by their hashes, and no browser keeps it', async () => {
  const { headers, text } = await read(`${site.url}/explore`)
  const policy = headers.get('Content-Security-Policy')
  expect(policy).toMatch(/script-src 'sha256-/)
  expect(policy).not.toMatch(/nonce|unsafe/)
  expect(text).not.toContain('nonce=')
  expect(headers.get('Cache-Control')).toBe('no-store')
  const [one, other] = [await read(`${site.url}/explore`), await read(`${site.url}/explore`)]
  expect(one.headers.get('X-Request-Id')).not.toBe(other.headers.get('X-Request-Id'))
})

test('every shared page allows exactly the inline scripts that it has', async () => {
  const id = await seedEpisode(site.connectionString, creator, { title: '</script><script>steal()</script>' })
  for (const path of [
    '/',
    '/explore',
    '/transparency',
    `/watch/${id}`,
    `/creator/${creator.account.uid}`,
    `/embed/${id}`,
  ]) {
    const { headers, text } = await read(`${site.url}${path}`)
    const scripts = [...text.matchAll(/<script(?![^>]* type="application)[^>]*>([\s\S]+?)<\/script>/g)]
    const hashes = scripts.map(([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`)
    const policy = /script-src ([^;]*)/.exec(headers.get('Content-Security-Policy') ?? '')?.[1]
    expect(new Set(policy?.split(' ')), path).toEqual(new Set([...hashes, `'self'`]))
  }
})

test('many callers at once see a change that was answered before they asked', async () => {
  const id = await seedEpisode(site.connectionString, creator, { title: 'Hail' })
  for (const visibility of ['private', 'public', 'private', 'public'] as const) {
    await creator.call('PATCH', `/api/v1/episodes/${id}`, { visibility })
    const pages = await Promise.all(
      Array.from({ length: 20 }, (_, at) => read(`${at % 2 === 0 ? site.url : beside.url}/explore`)),
    )
    expect(new Set(pages.map(({ text }) => text.includes('Hail')))).toEqual(new Set([visibility === 'public']))
  }
})
