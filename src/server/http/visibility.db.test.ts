import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Visibility } from '#catalog/audience.ts'
import { JOB_DELAY_SECONDS, LOST_JOB_DELAY_SECONDS } from '#platform/jobs.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode, type ReadyVideo } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let node: TestHoshi
let creator: Person
let viewer: Person
let id: string
let video: ReadyVideo

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
  node = await createTestHoshi({ beside: site })
  creator = await createPerson(site.url, 'creator')
  viewer = await createPerson(site.url, 'viewer')
  ;({ id, video } = await publishEpisode(site, creator, { title: 'Lantern' }))
})

afterAll(async () => {
  await node?.close()
  await site?.close()
})

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

async function change(body: object): Promise<object> {
  const response = await creator.call('PATCH', `/api/v1/episodes/${id}`, body)
  expect(response.status).toBe(200)
  return (await response.json()) as object
}

const choose = (visibility: Visibility) =>
  change({ visibility, ...(visibility === 'scheduled' ? { publishAt: tomorrow() } : {}) })

const nodes = () => [site, node]

interface Findings {
  media: number[]
  cacheControl: string | null
  read: number
  comments: number
  view: number
  page: number
  explore: number
  search: number
  episodeCount: number
  isOnProfile: boolean
  isInSitemap: boolean
}

/** The answers of a node about the episode, for one person. */
async function findingsOf({ call }: Pick<Person, 'call'>, { url }: TestHoshi): Promise<Findings> {
  const get = (path: string) => call('GET', url + path)
  const status = async (path: string) => (await get(path)).status
  const json = async (path: string) => (await (await get(path)).json()) as { total: number; episodeCount: number }
  const text = async (path: string) => (await get(path)).text()
  const play = { kind: 'watch', visitId: 'visit' }
  const view = await call('POST', `${url}/api/v1/episodes/${id}/views`, play, { Origin: new URL(url).origin })
  return {
    media: await Promise.all(Object.values(video.media).map(status)),
    cacheControl: (await get(video.media.segment)).headers.get('cache-control'),
    read: await status(`/api/v1/episodes/${id}`),
    comments: await status(`/api/v1/episodes/${id}/comments`),
    view: view.status,
    page: await status(`/watch/${id}`),
    explore: (await json('/api/v1/episodes')).total,
    search: (await json('/api/v1/episodes?search=lantern')).total,
    episodeCount: (await json(`/api/v1/creators/${creator.account.uid}`)).episodeCount,
    isOnProfile: (await text(`/creator/${creator.account.uid}`)).includes(id),
    isInSitemap: (await text('/sitemap.xml')).includes(id),
  }
}

const open = { media: Array(6).fill(200), read: 200, comments: 200, view: 200, page: 200 }
const listed = { explore: 1, search: 1, episodeCount: 1, isOnProfile: true, isInSitemap: true }
const unlisted = { explore: 0, search: 0, episodeCount: 0, isOnProfile: false, isInSitemap: false }
const absent = {
  media: Array(6).fill(404),
  cacheControl: 'no-store',
  read: 404,
  comments: 404,
  view: 404,
  page: 404,
}

const publicFindings = { ...open, ...listed, cacheControl: 'public, max-age=31536000, immutable' }
const expected: Record<Visibility, Findings> = {
  public: publicFindings,
  unlisted: { ...open, ...unlisted, cacheControl: 'public, max-age=300' },
  private: { ...absent, ...unlisted },
  scheduled: { ...absent, ...unlisted },
}

test.each(['unlisted', 'private', 'public', 'scheduled', 'unlisted', 'public', 'private'] as const)(
  'made %s, the episode is found by strangers and viewers as that allows, at every node',
  async (visibility) => {
    expect(await choose(visibility)).toMatchObject({ visibility })
    for (const at of nodes()) {
      for (const person of [createStranger(at.url), viewer])
        await expect.poll(() => findingsOf(person, at)).toEqual(expected[visibility])
    }
  },
)

test.each(['unlisted', 'private', 'scheduled'] as const)(
  'made %s, the episode is all there for its creator',
  async (visibility) => {
    await choose(visibility)
    const isPrivate = visibility !== 'unlisted'
    await expect
      .poll(() => findingsOf(creator, site))
      .toEqual({
        ...open,
        ...unlisted,
        isOnProfile: true,
        cacheControl: isPrivate ? 'private, no-store' : 'public, max-age=300',
      })
    const own = await creator.call('GET', '/api/v1/me/episodes')
    expect(await own.json()).toMatchObject({ total: 1, episodes: [{ id, visibility }] })
  },
)

test('a page that is not listed is not for search engines and says who may find it', async () => {
  for (const [visibility, badge] of [
    ['unlisted', 'Unlisted'],
    ['private', 'Private'],
    ['scheduled', 'Scheduled'],
  ] as const) {
    await choose(visibility)
    const page = await (await creator.call('GET', `/watch/${id}`)).text()
    expect(page).toContain('<meta name="robots" content="noindex"/>')
    expect(page).toContain(`>${badge}</span>`)
  }
  await choose('public')
  expect(await (await creator.call('GET', `/watch/${id}`)).text()).not.toContain('noindex')
})

test('a scheduled episode is published by a worker, at its time', async () => {
  const { id: scheduledId } = await publishEpisode(site, creator, { title: 'Comet', visibility: 'private' })
  let publishAt = ''
  const schedule = async () => {
    publishAt = new Date(Date.now() + 1500).toISOString()
    const body = { visibility: 'scheduled', publishAt }
    return (await creator.call('PATCH', `/api/v1/episodes/${scheduledId}`, body)).status
  }
  // Refused when the request takes longer than that.
  await expect.poll(schedule).toBe(200)
  const stranger = createStranger(site.url)
  const read = async () => (await (await stranger.call('GET', `/api/v1/episodes/${scheduledId}`)).json()) as object
  await expect.poll(read, { interval: 250 }).toMatchObject({
    visibility: 'public',
    publishAt: null,
    date: publishAt,
  })
})

test.each([0, 1, 500, 999])(
  'a scheduled episode is published at most 15 seconds late, even if a worker dies of it (%i ms past a second)',
  async (milliseconds) => {
    const publishAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 86_400_000 + milliseconds).toISOString()
    await change({ visibility: 'scheduled', publishAt })
    const [job] = await queryDatabase<{ lateMs: number }>(
      site.connectionString,
      `select extract(epoch from start_after - ($1::text)::timestamptz)::float8 * 1000 as "lateMs" from pgboss.job
       where name = 'catalog.publish-scheduled' and data ->> 'publishAt' = $1`,
      [publishAt],
    )
    // Queues count in whole seconds, by the time at which their transaction began.
    expect(job!.lateMs).toBeLessThanOrEqual(1000)
    expect(1 + JOB_DELAY_SECONDS + LOST_JOB_DELAY_SECONDS).toBeLessThanOrEqual(15)
  },
)

test.each([
  [{ visibility: 'scheduled' }, 'catalog.publish_at_required'],
  [{ visibility: 'scheduled', publishAt: '2020-01-01T00:00:00Z' }, 'catalog.publish_at_invalid'],
  [{ visibility: 'public', publishAt: '2999-01-01T00:00:00Z' }, 'catalog.publish_at_invalid'],
  [{ visibility: 'scheduled', publishAt: 'soon' }, 'request.invalid'],
  [{ visibility: 'hidden' }, 'request.invalid'],
])('%j is refused', async (body, code) => {
  await choose('public')
  const response = await creator.call('PATCH', `/api/v1/episodes/${id}`, body)
  expect([response.status, await response.json()]).toEqual([422, expect.objectContaining({ code })])
})
