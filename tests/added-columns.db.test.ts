import { afterAll, beforeAll, expect, test } from 'vitest'
import { callCompatibleApi, compatibleApiSettings } from './support/compatible-api.ts'
import { openEventStream } from './support/event-stream.ts'
import { createPerson, type Person } from './support/person.ts'
import { queryDatabase } from './support/query-database.server.ts'
import { publishEpisode } from './support/ready-video.server.ts'
import { createTestHoshi, type TestHoshi } from './support/test-hoshi.ts'

const SECRET = 'value-of-an-added-column'

let site: TestHoshi
let tables: string[]
let creator: Person
let viewer: Person
let episode: { id: string; video: { uid: string } }

/** Adds a column to every table, as a later migration would, except the explore index, whose rows SQL functions build. */
beforeAll(async () => {
  site = await createTestHoshi({ environment: compatibleApiSettings })
  const found = await queryDatabase<{ name: string }>(
    site.connectionString,
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'listed_episodes')`,
  )
  tables = found.map(({ name }) => name)
  for (const table of tables) {
    await queryDatabase(
      site.connectionString,
      `alter table "${table}" add column added_secret text not null default '${SECRET}'`,
    )
  }
  creator = await createPerson(site.url, 'creator', 'Mika')
  viewer = await createPerson(site.url, 'viewer')
  episode = await publishEpisode(site, creator, { tags: ['night'] })
  await viewer.call('POST', `/api/v1/episodes/${episode.id}/comments`, { text: 'Lovely' })
  await viewer.call('PUT', `/api/v1/episodes/${episode.id}/like`)
  await viewer.call('POST', `/api/v1/episodes/${episode.id}/views`, { kind: 'watch', visitId: 'one' })
})

afterAll(() => site?.close())

function pathOf(pattern: string): string {
  return pattern
    .replace('{episode}', episode.id)
    .replace('{creator}', creator.account.uid)
    .replace('{video}', episode.video.uid)
}

async function bodyOf(person: Pick<Person, 'call'>, path: string): Promise<string> {
  const response = await person.call('GET', path)
  expect(response.status, path).toBe(200)
  return Buffer.from(await response.arrayBuffer()).toString('latin1')
}

test('every table has the column, and its value in the rows', async () => {
  expect(tables).toEqual(expect.arrayContaining(['users', 'sessions', 'creators', 'videos', 'episodes', 'comments']))
  for (const table of ['users', 'sessions', 'creators', 'videos', 'renditions', 'episodes', 'comments']) {
    const rows = await queryDatabase<{ added_secret: string }>(
      site.connectionString,
      `select added_secret from "${table}" limit 1`,
    )
    expect(rows, table).toEqual([{ added_secret: SECRET }])
  }
})

test.each([
  '/',
  '/explore',
  '/explore?search=star',
  '/watch/{episode}',
  '/creator/{creator}',
  '/dashboard',
  '/dashboard?tab=profile',
  '/upload',
  '/settings',
  '/sitemap.xml',
  '/{video}/iframe',
])('an added column is not in the page %s, nor in its data', async (pattern) => {
  const path = pathOf(pattern)
  const [pathname = '', query] = path.split('?')
  const isPage = !pathname.endsWith('.xml')
  const dataPath = `${pathname === '/' ? '/_' : pathname}.data${query ? `?${query}` : ''}`
  for (const each of isPage ? [path, dataPath] : [path]) expect(await bodyOf(creator, each)).not.toContain(SECRET)
})

test.each([
  '/api/v1/episodes',
  '/api/v1/episodes?search=star',
  '/api/v1/episodes/{episode}',
  '/api/v1/episodes/{episode}/comments',
  '/api/v1/creators/{creator}',
  '/api/v1/videos/{video}',
  '/api/v1/me/episodes',
  '/api/auth/get-session',
])('an added column is not in the response of %s', async (pattern) => {
  expect(await bodyOf(creator, pathOf(pattern))).not.toContain(SECRET)
})

test('an added column is not in an export', async () => {
  expect((await creator.call('POST', '/api/v1/me/export')).status).toBe(202)
  const ready = async () => (await creator.call('GET', '/api/v1/me/export')).status
  await expect.poll(ready).toBe(200)
  const archive = await bodyOf(creator, '/api/v1/me/export')
  expect(archive).toContain('hoshi-export.json')
  expect(archive).not.toContain(SECRET)
})

test('an added column is not in the responses of the compatible API', async () => {
  const requested = await callCompatibleApi(site.url, 'POST', '/direct_upload', { maxDurationSeconds: 60 })
  const { uid } = ((await requested.json()) as { result: { uid: string } }).result
  for (const path of ['', `/${uid}`]) {
    const response = await callCompatibleApi(site.url, 'GET', path)
    expect(response.status).toBe(200)
    const body = await response.text()
    expect(body).toContain(uid)
    expect(body).not.toContain(SECRET)
  }
})

test('an added column is not in the events of a live page', async () => {
  const stream = await openEventStream(creator, '/api/v1/me/episodes/live')
  await creator.call('PATCH', `/api/v1/episodes/${episode.id}`, { title: 'Another star' })
  await stream.waitForEvent(({ data }) => JSON.stringify(data).includes('Another star'))
  expect(JSON.stringify(stream.events)).not.toContain(SECRET)
  stream.close()
})
