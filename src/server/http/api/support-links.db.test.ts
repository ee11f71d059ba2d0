import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

interface Profile {
  patreonUrl: string
  supportLinks: { label: string; url: string; host: string; verified: boolean }[]
}

let site: TestHoshi
let creator: Person
/** Pages of other servers, by URL. */
const pages = new Map<string, string>()
let fetched: string[]
/** Runs while a page is fetched. */
let whileFetching = async (_url: string) => {}

beforeAll(async () => {
  site = await createTestHoshi({
    worksJobs: true,
    environment: { TRUST_PROXY: '1' },
    fetchPage: async (url) => {
      fetched.push(url)
      await whileFetching(url)
      return pages.get(url) ?? null
    },
  })
})

afterAll(() => site?.close())

beforeEach(async () => {
  pages.clear()
  fetched = []
  whileFetching = async () => {}
  creator = await createPerson(site.url, 'creator')
})

const patreon = { label: 'Patreon', url: 'https://www.patreon.com/mika' }
const prints = { label: 'Prints', url: 'https://mika.booth.pm/' }
const shop = { label: 'Shop', url: 'https://shop.example/' }

async function profileOf(person: Person): Promise<Profile> {
  const response = await createStranger(site.url).call('GET', `/api/v1/creators/${person.account.uid}`)
  return (await response.json()) as Profile
}

async function change(fields: object, person = creator) {
  const response = await person.call('PATCH', '/api/v1/creators/me', fields)
  return { status: response.status, body: (await response.json()) as Profile & { code?: string; field?: string } }
}

const urlsOf = ({ supportLinks }: Profile) => supportLinks.map(({ url }) => url)

describe('support links', () => {
  test('are listed in their order, with host; the first is the Patreon URL', async () => {
    const { status, body } = await change({ supportLinks: [prints, patreon] })
    expect(status).toBe(200)
    const expected = {
      patreonUrl: prints.url,
      supportLinks: [
        { ...prints, host: 'mika.booth.pm', verified: false },
        { ...patreon, host: 'patreon.com', verified: false },
      ],
    }
    expect(body).toMatchObject(expected)
    expect(await profileOf(creator)).toMatchObject(expected)
  })

  test('change places, leave and come', async () => {
    await change({ supportLinks: [patreon, prints, shop] })
    expect(urlsOf((await change({ supportLinks: [shop, patreon] })).body)).toEqual([shop.url, patreon.url])
    expect(urlsOf((await change({ supportLinks: [patreon, prints, shop] })).body)).toEqual([
      patreon.url,
      prints.url,
      shop.url,
    ])
    expect((await change({ supportLinks: [] })).body).toMatchObject({ patreonUrl: '', supportLinks: [] })
  })

  test('have their first one replaced, and removed, by the Patreon URL', async () => {
    await change({ supportLinks: [patreon, prints] })
    expect(urlsOf((await change({ patreonUrl: 'https://ko-fi.com/mika' })).body)).toEqual([
      'https://ko-fi.com/mika',
      prints.url,
    ])
    expect(urlsOf((await change({ patreonUrl: '' })).body)).toEqual([prints.url])
    expect((await change({ bio: 'I draw.' })).body.patreonUrl).toBe(prints.url)
  })

  test('come from the Patreon URL of a sign-up', async () => {
    const viewer = await createPerson(site.url, 'viewer')
    await viewer.call('POST', '/api/v1/me/creator', { patreonUrl: 'http://liberapay.com/mika' })
    expect((await profileOf(viewer)).supportLinks).toEqual([
      { label: 'Liberapay', url: 'http://liberapay.com/mika', host: 'liberapay.com', verified: false },
    ])
  })

  test.each([
    [
      'a sixth one',
      Array.from({ length: 6 }, (_, n) => ({ url: `https://shop.example/${n}` })),
      'too_many_support_links',
      '',
    ],
    ['http', [{ url: 'http://shop.example/' }], 'support_url_invalid', '.0.url'],
    ['a label of 41 characters', [patreon, { ...shop, label: 'x'.repeat(41) }], 'support_label_invalid', '.1.label'],
    ['the same one twice', [patreon, patreon], 'support_link_repeated', '.1.url'],
  ])('refuse %s, and stay as they were', async (_, supportLinks, code, entry) => {
    await change({ supportLinks: [prints] })
    expect(await change({ supportLinks })).toMatchObject({
      status: 422,
      body: { code: `creators.${code}`, field: `supportLinks${entry}` },
    })
    expect(urlsOf(await profileOf(creator))).toEqual([prints.url])
  })

  test('are one of the lists that were sent at once, never a mixture', async () => {
    const lists = [[patreon, prints, shop], [shop, patreon], [prints]]
    const answers = await Promise.all([...lists, ...lists].map((supportLinks) => change({ supportLinks })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(lists.map((list) => list.map(({ url }) => url))).toContainEqual(urlsOf(await profileOf(creator)))
  })
})

describe('verification', () => {
  /** A link that no other creator has. */
  const ownShop = () => ({ ...shop, url: `https://shop.example/${creator.account.uid}` })
  const verified = async () => (await profileOf(creator)).supportLinks.map((link) => link.verified)

  test('finds the pages that link back to the profile', async () => {
    pages.set(patreon.url, `<a rel="me" href="${site.hoshi.rooms.publicUrl}/creator/${creator.account.uid}">Hoshi</a>`)
    pages.set(prints.url, '<a rel="me" href="https://elsewhere.example/">Elsewhere</a>')
    await change({ supportLinks: [prints, patreon] })
    await expect.poll(verified).toEqual([false, true])

    const own = ownShop()
    await change({ supportLinks: [{ ...patreon, label: 'My Patreon' }, own] })
    await expect.poll(() => fetched).toContain(own.url)
    expect(await verified()).toEqual([true, false])
  })

  test('ends when the page no longer links back, and not when it cannot be read', async () => {
    pages.set(patreon.url, `<a rel="me" href="${site.hoshi.rooms.publicUrl}/creator/${creator.account.uid}">Hoshi</a>`)
    await change({ supportLinks: [patreon] })
    await expect.poll(verified).toEqual([true])

    pages.delete(patreon.url)
    const own = ownShop()
    await change({ supportLinks: [patreon, own] })
    await expect.poll(() => fetched).toContain(own.url)
    expect(await verified()).toEqual([true, false])

    pages.set(patreon.url, '<p>Nothing here.</p>')
    await change({ supportLinks: [patreon] })
    await expect.poll(verified).toEqual([false])
  })

  test('ends with the account, and leaves no limit behind', async () => {
    const gone = Promise.withResolvers<number>()
    const [own, other] = [ownShop(), { ...prints, url: `${ownShop().url}/prints` }]
    whileFetching = async (url) => {
      if (url === own.url)
        gone.resolve((await creator.call('DELETE', '/api/v1/me', { password: creator.password, now: true })).status)
    }
    await change({ supportLinks: [own, other] })
    expect(await gone.promise).toBe(202)
    const openJobs = () =>
      queryDatabase(
        site.connectionString,
        `select from pgboss.job where name = 'creators.verify-links' and state < 'completed'`,
      )
    await expect.poll(openJobs).toEqual([])
    expect(fetched.filter((url) => url.startsWith(own.url))).toEqual([own.url])
    expect(await limitsOf(creator)).toEqual([])
  })

  test('fetches 30 pages an hour for one creator', async () => {
    const links = Array.from({ length: 5 }, (_, n) => ({ url: `https://many.example/${n}` }))
    const fetchedOfMany = () => fetched.filter((url) => links.some((link) => link.url === url))
    for (let n = 0; n < 7; n++) await change({ supportLinks: links })
    await expect.poll(fetchedOfMany).toHaveLength(30)
    const other = await createPerson(site.url, 'creator')
    await change({ supportLinks: links.slice(0, 1) }, other)
    await expect.poll(fetchedOfMany).toHaveLength(31)
  })
})

let visitors = 0

/** A visitor with an address and cookies of their own. */
function visitor(person = createStranger(site.url)) {
  visitors += 1
  const headers = { 'X-Forwarded-For': `198.51.100.${visitors}`, 'User-Agent': 'Mozilla/5.0 Firefox/150.0' }
  return async (url: string, visitId = 'visit', changed: Record<string, string> = {}) => {
    const path = `/api/v1/creators/${creator.account.uid}/support-clicks`
    return (await person.call('POST', path, { url, visitId }, { ...headers, ...changed })).status
  }
}

const clicksOf = async (person: Person) =>
  queryDatabase<{ url: string; clicks: number }>(
    site.connectionString,
    `select url, clicks from support_click_days where creator_id = '${person.account.uid}' order by url`,
  )

/** Keys of the limits on the clicks and the pages of a creator's links. */
const limitsOf = async ({ account: { uid } }: Person) =>
  queryDatabase<{ used: number }>(
    site.connectionString,
    `select used from rate_limits
    where starts_with(key, 'support-clicks:${uid}') or key = 'support-pages:' || left(encode(sha256('${uid}'), 'hex'), 32)`,
  )

describe('clicks', () => {
  beforeEach(() => change({ supportLinks: [patreon, prints] }))

  test('count once per link and visitor', async () => {
    const [one, other] = [visitor(), visitor()]
    expect([await one(patreon.url), await one(patreon.url, 'next'), await one(prints.url)]).toEqual([204, 204, 204])
    expect(await other(patreon.url)).toBe(204)
    expect(await clicksOf(creator)).toEqual([
      { url: prints.url, clicks: 1 },
      { url: patreon.url, clicks: 2 },
    ])
  })

  test('count once for a signed-in person in two browsers', async () => {
    const viewer = await createPerson(site.url, 'viewer')
    await visitor(viewer)(patreon.url)
    await visitor(viewer)(patreon.url)
    expect(await clicksOf(creator)).toEqual([{ url: patreon.url, clicks: 1 }])
  })

  test('count exactly under concurrent requests', async () => {
    const all = Array.from({ length: 20 }, () => visitor())
    await Promise.all([...all, ...all].map((click) => click(patreon.url)))
    expect(await clicksOf(creator)).toEqual([{ url: patreon.url, clicks: 20 }])
  })

  test('of the creator, of bots, while prefetching and on other addresses count nothing', async () => {
    expect(await visitor(creator)(patreon.url)).toBe(204)
    expect(await visitor()(patreon.url, 'visit', { 'User-Agent': 'Googlebot/2.1' })).toBe(204)
    expect(await visitor()(patreon.url, 'visit', { 'Sec-Purpose': 'prefetch' })).toBe(204)
    for (const url of [shop.url, 'https://www.patreon.com/other', 'nonsense', ''])
      expect(await visitor()(url)).toBe(204)
    expect(await clicksOf(creator)).toEqual([])
  })

  test('of one network count 60 times an hour, and further ones leave no row', async () => {
    const office = { 'X-Forwarded-For': '203.0.113.5' }
    for (let n = 0; n < 62; n++) await visitor()(patreon.url, `visit${n}`, office)
    expect(await clicksOf(creator)).toEqual([{ url: patreon.url, clicks: 60 }])
    const stored = `select 1 from support_clicks where creator_id = '${creator.account.uid}'`
    expect(await queryDatabase(site.connectionString, stored)).toHaveLength(60)
  })

  test('with a malformed visit id are refused', async () => {
    expect(await visitor()(patreon.url, 'no spaces')).toBe(422)
    expect(await visitor()(patreon.url, '')).toBe(422)
  })

  test('stay when the link goes, and go with the account', async () => {
    await visitor()(patreon.url)
    // A click and both pages: no job takes a slot any more.
    const slots = async () => (await limitsOf(creator)).reduce((sum, { used }) => sum + used, 0)
    await expect.poll(slots).toBe(3)
    await change({ supportLinks: [] })
    expect(await clicksOf(creator)).toEqual([{ url: patreon.url, clicks: 1 }])
    const gone = await creator.call('DELETE', '/api/v1/me', { password: creator.password, now: true })
    expect(gone.status).toBe(202)
    expect(await clicksOf(creator)).toEqual([])
    expect(await limitsOf(creator)).toEqual([])
  })

  test('leave nothing about visitors behind when their day is over', async () => {
    await visitor()(patreon.url)
    const rows = () => queryDatabase(site.connectionString, 'select 1 from support_clicks')
    await queryDatabase(site.connectionString, "update support_clicks set day = day - 1 where day > '2000-01-01'")
    expect(await rows()).not.toEqual([])
    await site.hoshi.rooms.engagement.cleanUp()
    expect(await rows()).toEqual([])
    expect(await clicksOf(creator)).toEqual([{ url: patreon.url, clicks: 1 }])
  })
})

test('an export names the links and their clicks', async () => {
  await change({ supportLinks: [patreon] })
  await visitor()(patreon.url)
  await creator.call('POST', '/api/v1/me/export')
  await expect.poll(async () => (await creator.call('GET', '/api/v1/me/export')).status).toBe(200)
  const archive = await (await creator.call('GET', '/api/v1/me/export')).text()
  expect(archive).toContain('"supportLinks": [')
  expect(archive).toMatch(
    /"supportClicks": \[\s+\{\s+"day": "\d{4}-\d\d-\d\d",\s+"url": "https:\/\/www\.patreon\.com\/mika",\s+"clicks": 1/,
  )
})
