import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationsOf, readDescription } from './support/api-description.ts'
import { openEventStream } from './support/event-stream.ts'
import { eventually } from './support/eventually.ts'
import { createPerson, createStranger, type Person } from './support/person.ts'
import { queryDatabase } from './support/query-database.server.ts'
import { publishEpisode } from './support/ready-video.server.ts'
import { createTestHoshi, type TestHoshi } from './support/test-hoshi.ts'

// Whatever leaves Hoshi names the fields it consists of. Here each table has another column, which no answer may have.

const SECRET = 'a value of a column that nobody named'

let site: TestHoshi
let creator: Person
let viewer: Person
/** A creator whom a credit names. */
let asked: Person
/** Values of path parameters. */
let known: Record<string, string>

beforeAll(async () => {
  site = await createTestHoshi()
  const tables = await queryDatabase<{ name: string }>(
    site.connectionString,
    // Rows of this table are also built by its trigger, by position.
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'listed_episodes'`,
  )
  for (const { name } of tables)
    await queryDatabase(
      site.connectionString,
      `alter table "${name}" add column unnamed text default '${SECRET}' not null`,
    )

  creator = await createPerson(site.url, 'creator', 'Mika')
  viewer = await createPerson(site.url, 'viewer')
  asked = await createPerson(site.url, 'creator', 'Rafa')
  const credits = [{ name: 'Rafa Sunada', role: 'Music', uid: asked.account.uid }]
  const { id, video } = await publishEpisode(site, creator, { tags: ['night'], credits })
  const send = async (person: Person, method: string, path: string, body?: object) => {
    const response = await person.call(method, path, body)
    expect(response.ok, `${method} ${path}`).toBe(true)
    return response
  }
  const written = await send(viewer, 'POST', `/api/v1/episodes/${id}/comments`, { text: 'Lovely' })
  const { id: commentId } = (await written.json()) as { id: string }
  await send(creator, 'POST', `/api/v1/episodes/${id}/comments`, { text: 'Thank you', parentId: commentId })
  await send(viewer, 'PUT', `/api/v1/comments/${commentId}/like`)
  await send(viewer, 'PUT', `/api/v1/episodes/${id}/like`)
  await send(viewer, 'PUT', `/api/v1/episodes/${id}/progress`, { positionSeconds: 1 })
  await send(viewer, 'PUT', `/api/v1/me/watch-later/${id}`)
  await send(viewer, 'PUT', `/api/v1/creators/${creator.account.uid}/follow`)
  await send(creator, 'POST', '/api/v1/me/export')
  await send(viewer, 'POST', '/api/v1/me/export')
  known = { id, episodeId: id, videoUid: video.uid, commentId, creatorUid: creator.account.uid }
})

afterAll(() => site?.close())

const isStream = (path: string) => path.endsWith('/live')

function pathWith(path: string): string {
  const idOf = (name: string) => {
    if (name !== 'id' && name !== 'uid') return known[name]
    if (path.startsWith('/api/v1/comments/')) return known.commentId
    if (path.startsWith('/api/v1/videos/')) return known.videoUid
    return path.startsWith('/api/v1/creators/') ? known.creatorUid : known.id
  }
  return path.replace(/\{(\w+)\}/g, (_, name: string) => idOf(name) ?? 'unknown')
}

/** The body of an answer; an archive is text too, and waits until it is written. */
async function bodyOf(person: Pick<Person, 'call'>, path: string): Promise<string> {
  const response = await eventually(`${path} is answered`, async () => {
    const answer = await person.call('GET', path)
    return answer.status === 202 ? null : answer
  })
  return response.text()
}

test('no answer of the API has a field that was not named', async () => {
  const description = await readDescription(site.url)
  const reads = operationsOf(description).filter(({ name }) => name.startsWith('GET ') && !isStream(name))
  expect(reads.length).toBeGreaterThan(20)
  for (const { name } of reads) {
    const path = pathWith(name.slice(4))
    for (const person of [createStranger(site.url), viewer, creator, asked])
      expect(await bodyOf(person, path), path).not.toContain(SECRET)
  }
})

test('no page has one', async () => {
  const { id, creatorUid } = known
  const pages = ['/', '/explore', '/explore?search=night', `/watch/${id}`, `/creator/${creatorUid}`, '/sitemap.xml']
  const own = ['/dashboard', '/dashboard?tab=content', '/dashboard?tab=analytics', '/upload', '/settings']
  for (const person of [createStranger(site.url), viewer, creator])
    for (const path of [...pages, ...own]) expect(await bodyOf(person, path), path).not.toContain(SECRET)
})

test('no live event has one', async () => {
  const episodes = await openEventStream(creator, '/api/v1/me/episodes/live')
  const notifications = await openEventStream(creator, '/api/v1/me/notifications/live')
  await creator.call('PATCH', `/api/v1/episodes/${known.id}`, { title: 'Renamed' })
  await viewer.call('POST', `/api/v1/episodes/${known.id}/comments`, { text: 'Again' })
  await episodes.waitForEvent(({ data }) => data.title === 'Renamed')
  await notifications.waitForEvent(({ event }) => event === 'notification')
  expect(JSON.stringify([episodes.events, notifications.events])).not.toContain(SECRET)
  episodes.close()
  notifications.close()
})
