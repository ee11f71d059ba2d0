import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDatabase } from './support/data/query-database.server.ts'
import { publishEpisode } from './support/data/ready-video.server.ts'
import { createStaff } from './support/data/staff.ts'
import { operationsOf, readDescription } from './support/http/api-description.ts'
import { archiveOf, bringHere } from './support/http/archives.ts'
import { callCompatibleApi, compatibleApiSettings } from './support/http/compatible-api.ts'
import { openEventStream } from './support/http/event-stream.ts'
import { createPerson, createStranger, type Person } from './support/http/person.ts'
import { linesFile, subtitleForm } from './support/media/subtitle-files.ts'
import { eventually } from './support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from './support/worlds/test-hoshi.ts'

// Everything that leaves Hoshi names the fields it consists of. Here each table has another column, as after a later
// migration, which no answer may have.

const SECRET = 'a value of a column that nobody named'

let site: TestHoshi
let tables: string[]
let creator: Person
let viewer: Person
let admin: Person
/** A creator whom a credit names. */
let asked: Person
/** Values of path parameters. */
let known: Record<string, string>

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true, environment: compatibleApiSettings })
  const found = await queryDatabase<{ name: string }>(
    site.connectionString,
    // Rows of this table are also built by its trigger, by position.
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'listed_episodes'`,
  )
  tables = found.map(({ name }) => name)
  for (const name of tables)
    await queryDatabase(
      site.connectionString,
      `alter table "${name}" add column unnamed text default '${SECRET}' not null`,
    )

  creator = await createPerson(site.url, 'creator', 'Mika')
  viewer = await createPerson(site.url, 'viewer')
  asked = await createPerson(site.url, 'creator', 'Rafa')
  admin = await createStaff(site, 'admin')
  const rafa = { name: 'Rafa Sunada', uid: asked.account.uid }
  const credits = ['Music', 'Sound'].map((role) => ({ ...rafa, role }))
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
  await send(viewer, 'POST', `/api/v1/episodes/${id}/notes`, { text: 'Here', frame: 1 })
  await send(viewer, 'PUT', `/api/v1/me/muted/${creator.account.uid}`)
  await send(viewer, 'PUT', `/api/v1/episodes/${id}/like`)
  await send(viewer, 'POST', `/api/v1/episodes/${id}/views`, { kind: 'watch', visitId: 'one' })
  await send(viewer, 'PUT', `/api/v1/episodes/${id}/progress`, { positionSeconds: 1 })
  await send(viewer, 'PUT', `/api/v1/me/watch-later/${id}`)
  await send(viewer, 'PUT', `/api/v1/creators/${creator.account.uid}/follow`)
  const subject = { kind: 'episode', id }
  await send(viewer, 'POST', '/api/v1/reports', { subject, reason: 'spam' })
  const queue = (await (await send(admin, 'GET', '/api/v1/moderation/queue')).json()) as { items: { id: string }[] }
  const itemId = queue.items[0]!.id
  await send(admin, 'POST', '/api/v1/moderation/decisions', { subject, decision: 'warn', reason: 'Why' })
  const named = await send(asked, 'GET', '/api/v1/me/credits')
  const { credits: asks } = (await named.json()) as { credits: { id: string }[] }
  expect(asks.length).toBe(2)
  await send(asked, 'PUT', `/api/v1/me/credits/${asks[0]!.id}`)
  const link = { label: 'Patreon', url: 'https://patreon.com/mika' }
  await send(creator, 'PATCH', '/api/v1/creators/me', { supportLinks: [link] })
  const click = { url: link.url, visitId: 'one' }
  await send(viewer, 'POST', `/api/v1/creators/${creator.account.uid}/support-clicks`, click)
  const form = subtitleForm(linesFile(['One']), { language: 'en', kind: 'subtitles' })
  const added = await creator.call('POST', `/api/v1/episodes/${id}/subtitles`, form)
  const { id: subtitleId } = (await added.json()) as { id: string }
  await send(creator, 'POST', `/api/v1/subtitles/${subtitleId}/review`, { outcome: 'approved' })
  const { id: seriesId } = (await (await send(creator, 'POST', '/api/v1/series', { title: 'Nights' })).json()) as {
    id: string
  }
  await send(creator, 'PUT', `/api/v1/series/${seriesId}/episodes`, {
    episodeIds: [id],
    arcs: [{ title: 'Departures', from: 1, to: 1 }],
  })
  await send(admin, 'PATCH', `/api/v1/admin/accounts/${creator.account.uid}`, { founderBadge: true })
  await send(creator, 'POST', '/api/v1/me/export')
  await send(viewer, 'POST', '/api/v1/me/export')
  expect((await bringHere(viewer, await archiveOf({ profile: { bio: 'x' } }))).leftOut).toHaveLength(1)
  const [file] = await queryDatabase<{ name: string; sizeBytes: number }>(
    site.connectionString,
    `select name, size_bytes as "sizeBytes" from videos where uid = '${video.uid}'`,
  )
  await queryDatabase(
    site.connectionString,
    `insert into frame_analyses (video_uid, state, frames, drawings, cuts, changes, frame_times, analysed_at)
     values ('${video.uid}', 'done', 2, '{0}', '{}', '{0}', '{0,50000}', now())`,
  )
  const fileQuery = `name=${encodeURIComponent(file!.name)}&sizeBytes=${file!.sizeBytes}`
  known = {
    id,
    episodeId: id,
    seriesId,
    subtitleId,
    videoUid: video.uid,
    commentId,
    itemId,
    fileQuery,
    creatorUid: creator.account.uid,
  }
})

afterAll(() => site?.close())

const isStream = (path: string) => path.endsWith('/live')

function pathWith(path: string): string {
  const idOf = (name: string) => {
    if (name !== 'id' && name !== 'uid') return known[name]
    if (path.startsWith('/api/v1/comments/')) return known.commentId
    if (path.startsWith('/api/v1/series/')) return known.seriesId
    if (path.startsWith('/api/v1/subtitles/')) return known.subtitleId
    if (path.startsWith('/api/v1/videos/')) return known.videoUid
    if (path.startsWith('/api/v1/moderation/items/')) return known.itemId
    return path.startsWith('/api/v1/creators/') ? known.creatorUid : known.id
  }
  const query = path === '/api/v1/videos/like' ? `?${known.fileQuery}` : ''
  return path.replace(/\{(\w+)\}/g, (_, name: string) => idOf(name) ?? 'unknown') + query
}

/** An answer as text; an archive is text too, and waits until it is written. */
async function read(person: Pick<Person, 'call'>, path: string): Promise<{ status: number; body: string }> {
  const response = await eventually(`${path} is answered`, async () => {
    const answer = await person.call('GET', path)
    return answer.status === 202 ? null : answer
  })
  return { status: response.status, body: await response.text() }
}

test('every table has the column, and its value in the rows', async () => {
  const filled = ['users', 'sessions', 'creators', 'videos', 'renditions', 'episodes', 'comments', 'follows', 'series']
  expect(tables).toEqual(expect.arrayContaining(filled))
  for (const table of filled) {
    const rows = await queryDatabase(site.connectionString, `select unnamed from "${table}" limit 1`)
    expect(rows, table).toEqual([{ unnamed: SECRET }])
  }
})

test('no answer of the API has a field that was not named', async () => {
  const description = await readDescription(site.url)
  // The compatible API takes another key; its test is below.
  // A mailed link is answered with a redirect.
  const isMailed = (name: string) => name === 'GET /api/auth/verify-email'
  // A picture has no fields.
  const isPicture = (name: string) => name.endsWith('/frames/{number}')
  const isRead = (name: string) =>
    name.startsWith('GET /api/') && !isStream(name) && !isMailed(name) && !isPicture(name)
  const reads = operationsOf(description).filter(({ name }) => isRead(name))
  expect(reads.length).toBeGreaterThan(20)
  const unread: string[] = []
  for (const { name } of reads) {
    const path = pathWith(name.slice(4))
    const statuses: number[] = []
    for (const person of [createStranger(site.url), viewer, creator, asked, admin]) {
      const { status, body } = await read(person, path)
      expect(body, path).not.toContain(SECRET)
      statuses.push(status)
    }
    if (!statuses.includes(200)) unread.push(`${path} ${statuses.join()}`)
  }
  // Somebody may read each: a refusal has no fields of any row.
  expect(unread).toEqual([])
})

test('no page has one', async () => {
  const { id, creatorUid, seriesId } = known
  const pages = ['/', '/explore', '/explore?search=night', `/watch/${id}`, `/creator/${creatorUid}`]
  for (const person of [createStranger(site.url), viewer, creator, asked])
    for (const path of [...pages, `/series/${seriesId}`]) await expectNoSecret(person, path)
  for (const path of [
    `/series/${seriesId}/edit`,
    `/dashboard/credits/${id}`,
    `/dashboard/flashes/${id}`,
    `/subtitles/${id}`,
  ])
    await expectNoSecret(creator, path)
  const tabs = ['content', 'analytics', 'profile'].map((tab) => `/dashboard?tab=${tab}`)
  const settings = ['', '/watching', '/notifications', '/security', '/data'].map((part) => `/settings${part}`)
  const own = ['/dashboard', ...tabs, '/dashboard/credits', '/upload', ...settings, '/notifications', '/library']
  for (const person of [creator, asked]) for (const path of own) await expectNoSecret(person, path)
})

/** Neither a page nor the data of its loaders has it; both are answered with 200. */
async function expectNoSecret(person: Pick<Person, 'call'>, path: string): Promise<void> {
  for (const each of [path, dataPathOf(path)]) {
    const { status, body } = await read(person, each)
    expect(status, each).toBe(200)
    expect(body, each).not.toContain(SECRET)
  }
}

function dataPathOf(path: string): string {
  const [pathname = '', query] = path.split('?')
  return `${pathname === '/' ? '/_' : pathname}.data${query ? `?${query}` : ''}`
}

test('no sitemap, embedded player or session has one', async () => {
  for (const path of ['/sitemap.xml', `/embed/${known.id}`, `/${known.videoUid}/iframe`, '/api/auth/get-session']) {
    const { status, body } = await read(creator, path)
    expect(status, path).toBe(200)
    expect(body, path).not.toContain(SECRET)
  }
})

test('no answer of the compatible API has one', async () => {
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
