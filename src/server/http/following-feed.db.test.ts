import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { checkJsonFeed, checkRss } from '#tests/support/feeds/check-feed.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let mio: Person
let fan: Person
const logged: string[] = []

beforeAll(async () => {
  const log = pino(
    { level: 'debug' },
    new Writable({
      write(chunk, _, done) {
        logged.push(String(chunk))
        done()
      },
    }),
  )
  site = await createTestHoshi({ log, cachesPages: true })
  mio = await createPerson(site.url, 'creator', 'Mio')
  await seedEpisode(site.connectionString, mio, { title: 'Rain' })
  await seedEpisode(site.connectionString, mio, { title: 'Moonless', nsfw: true })
})

beforeEach(async () => {
  fan = await createPerson(site.url, 'viewer')
  await fan.call('PUT', `/api/v1/creators/${mio.account.uid}/follow`)
})

afterAll(() => site?.close())

/** The path of the feed's address, by one of the two routes. */
async function addressOf(person: Person, method = 'GET'): Promise<string> {
  const answer = (await (await person.call(method, '/api/v1/me/feed-key')).json()) as { url: string }
  expect(answer.url.startsWith(`${site.config.publicUrl}/feeds/following/`)).toBe(true)
  return answer.url.slice(site.config.publicUrl.length)
}

const read = (path: string) => createStranger(site.url).call('GET', path)
const statusOf = async (path: string) => (await read(path)).status

test('the feed of Following is read at its secret address alone, in both forms', async () => {
  const path = await addressOf(fan)
  expect(path).toMatch(/^\/feeds\/following\/[\w-]{43}\.xml$/)
  expect(await addressOf(fan)).toBe(path)
  const response = await read(path)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  expect(checkRss(await response.text()).items!.map(({ title }) => title)).toEqual(['Rain'])
  const json = await read(path.replace(/xml$/, 'json'))
  expect(checkJsonFeed(await json.text()).items!.map(({ title }) => title)).toEqual(['Rain'])
  const known = await createStranger(site.url).call('GET', path, undefined, {
    'if-none-match': response.headers.get('etag')!,
  })
  expect(known.status).toBe(304)
})

test('it follows what its person follows, at once', async () => {
  const path = await addressOf(fan)
  await fan.call('DELETE', `/api/v1/creators/${mio.account.uid}/follow`)
  expect(checkRss(await (await read(path)).text()).items ?? []).toEqual([])
})

test('a new address ends the old one at once', async () => {
  const old = await addressOf(fan)
  const renewed = await addressOf(fan, 'POST')
  expect(renewed).not.toBe(old)
  expect([await statusOf(old), await statusOf(renewed), await addressOf(fan)]).toEqual([404, 200, renewed])
})

test('a new password ends it too', async () => {
  const old = await addressOf(fan)
  const passwords = { currentPassword: fan.password, newPassword: 'another long password' }
  expect((await fan.call('PUT', '/api/v1/me/password', passwords)).status).toBe(204)
  expect(await statusOf(old)).toBe(404)
  expect(await statusOf(await addressOf(fan))).toBe(200)
})

test('it is absent while its person is suspended', async () => {
  const path = await addressOf(fan)
  const { accounts } = site.hoshi.rooms.administration
  const suspendedUntil = new Date('2099-07-17T00:00:00.000Z')
  await accounts.change('console', fan.account.uid, { suspendedUntil, reason: 'Harassment.' })
  expect(await statusOf(path)).toBe(404)
  await accounts.change('console', fan.account.uid, { suspendedUntil: null })
  expect(await statusOf(path)).toBe(200)
})

test('it ends when the account is deactivated', async () => {
  const path = await addressOf(fan)
  await fan.call('DELETE', '/api/v1/me', { password: fan.password })
  expect(await statusOf(path)).toBe(404)
})

test('neither the log nor the database names it', async () => {
  const path = await addressOf(fan)
  await read(path)
  await read(`${path.slice(0, -4)}.json?before=none`)
  const key = path.split('/').at(-1)!.split('.')[0]!
  expect(logged.join('')).toContain('/feeds/following/:file')
  expect(logged.join('')).not.toContain(key)
  const [row] = await queryDatabase(
    site.connectionString,
    'select following_feeds::text as row from following_feeds where uid = $1',
    [fan.account.uid],
  )
  const hex = Buffer.from(key, 'base64url').toString('hex')
  expect(JSON.stringify(row)).not.toMatch(new RegExp(`${key}|${hex}|${Buffer.from(key).toString('hex')}`))
})

test('Settings shows it, and renews it by a form', async () => {
  const old = await addressOf(fan)
  const page = async () => (await fan.call('GET', '/settings/watching')).text()
  expect(await page()).toContain(`value="${site.config.publicUrl}${old}"`)
  const form = new FormData()
  form.append('section', 'feed')
  expect((await fan.call('POST', '/settings/watching', form)).status).toBeGreaterThanOrEqual(400)
  form.append('renew', 'yes')
  const sent = await fan.call('POST', '/settings/watching', form)
  expect(sent.headers.get('location')).toBe('/settings/watching?saved=feed#feed')
  const renewed = await addressOf(fan)
  expect(renewed).not.toBe(old)
  expect(await page()).toContain(`value="${site.config.publicUrl}${renewed}"`)
})
