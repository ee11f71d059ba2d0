import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person
let viewer: Person

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator', 'Mika')
})

afterAll(() => site?.close())

/** A new viewer, and an episode with its length. */
async function prepare() {
  viewer = await createPerson(site.url, 'viewer')
  const { id } = await publishEpisode(site, creator)
  const { durationSeconds } = (await read(`/api/v1/episodes/${id}`)) as { durationSeconds: number }
  return { id, durationSeconds }
}

async function read(path: string): Promise<Record<string, unknown>> {
  return (await viewer.call('GET', path)).json()
}

async function write(method: string, path: string, body?: unknown): Promise<number> {
  return (await viewer.call(method, path, body)).status
}

const report = (id: string, positionSeconds: number) =>
  write('PUT', `/api/v1/episodes/${id}/progress`, { positionSeconds })

test('a position shows in the episode, in Explore and in Continue Watching, for that person only', async () => {
  const { id, durationSeconds } = await prepare()
  const half = durationSeconds / 2
  expect(await read(`/api/v1/episodes/${id}`)).toMatchObject({ positionSeconds: null })
  expect(await report(id, half)).toBe(204)
  expect(await read(`/api/v1/episodes/${id}`)).toMatchObject({ positionSeconds: half })
  expect(await read('/api/v1/episodes')).toMatchObject({ episodes: [{ id, positionSeconds: half }] })
  expect(await read('/api/v1/me/continue')).toEqual({
    episodes: [expect.objectContaining({ id, positionSeconds: half, watchedAt: expect.any(String) })],
    total: 1,
    nextCursor: null,
  })
  const anonymous = await (await createStranger(site.url).call('GET', `/api/v1/episodes/${id}`)).json()
  expect(anonymous).not.toHaveProperty('positionSeconds')
})

test('a position past the end, below zero or of another kind is refused', async () => {
  const { id, durationSeconds } = await prepare()
  const path = `/api/v1/episodes/${id}/progress`
  const past = await viewer.call('PUT', path, { positionSeconds: durationSeconds + 1 })
  expect(await past.json()).toMatchObject({ status: 422, code: 'library.position_past_end', field: 'positionSeconds' })
  for (const positionSeconds of [-1, '1', null]) {
    const refused = await viewer.call('PUT', path, { positionSeconds })
    expect(await refused.json()).toMatchObject({ status: 422, code: 'request.invalid', field: 'positionSeconds' })
  }
  expect(await report(id, durationSeconds)).toBe(204)
  expect(await read('/api/v1/me/continue')).toMatchObject({ total: 0 })
})

test('a counted watch of a signed-in person enters the history, a preview does not', async () => {
  const { id } = await prepare()
  const play = (kind: string) => write('POST', `/api/v1/episodes/${id}/views`, { kind, visitId: `${kind}-${id}` })
  expect(await play('preview')).toBe(200)
  expect(await read('/api/v1/me/history')).toMatchObject({ total: 0, paused: false })
  expect(await play('watch')).toBe(200)
  expect(await read('/api/v1/me/history')).toMatchObject({ episodes: [{ id, positionSeconds: 0 }], total: 1 })
})

test('the history is searched, paused, and removed in part or in whole', async () => {
  const { id } = await prepare()
  await report(id, 1)
  expect(await read('/api/v1/me/history?search=mika')).toMatchObject({ total: 1 })
  expect(await read('/api/v1/me/history?search=nothing')).toMatchObject({ total: 0 })
  expect(await write('DELETE', '/api/v1/me/history?search=nothing')).toBe(204)
  expect(await read('/api/v1/me/history')).toMatchObject({ total: 1 })
  expect(await write('DELETE', `/api/v1/me/history/${id}`)).toBe(204)
  expect(await read('/api/v1/me/history')).toMatchObject({ total: 0 })
  expect(await write('PUT', '/api/v1/me/history/paused', { paused: true })).toBe(204)
  expect(await report(id, 1)).toBe(204)
  expect(await read('/api/v1/me/history')).toMatchObject({ total: 0, paused: true })
  expect(await write('PUT', '/api/v1/me/history/paused', { paused: false })).toBe(204)
  await report(id, 1)
  expect(await write('DELETE', '/api/v1/me/history')).toBe(204)
  expect(await read('/api/v1/me/history')).toMatchObject({ total: 0, paused: false })
})

test('Watch Later and likes list what was added and liked', async () => {
  const { id } = await prepare()
  expect(await write('PUT', `/api/v1/me/watch-later/${id}`)).toBe(204)
  expect(await write('PUT', `/api/v1/episodes/${id}/like`)).toBe(200)
  expect(await read('/api/v1/me/watch-later')).toMatchObject({ episodes: [{ id, addedAt: expect.any(String) }] })
  expect(await read('/api/v1/me/likes')).toMatchObject({ episodes: [{ id, likes: 1, likedAt: expect.any(String) }] })
  expect(await write('DELETE', `/api/v1/me/watch-later/${id}`)).toBe(204)
  expect(await read('/api/v1/me/watch-later')).toEqual({ episodes: [], total: 0, nextCursor: null })
})

test('every list of episodes says whether one likes each, and where one is in it', async () => {
  const { id } = await prepare()
  await viewer.call('PUT', `/api/v1/creators/${creator.account.uid}/follow`)
  await write('PUT', `/api/v1/me/watch-later/${id}`)
  await write('PUT', `/api/v1/episodes/${id}/like`)
  await report(id, 1)
  const relation = { id, liked: true, positionSeconds: 1 }
  expect(await read(`/api/v1/episodes/${id}`)).toMatchObject(relation)
  for (const list of ['episodes', 'me/following', 'me/watch-later', 'me/likes', 'me/history', 'me/continue']) {
    const { episodes } = (await read(`/api/v1/${list}`)) as { episodes: { id: string }[] }
    expect([list, episodes.find((each) => each.id === id)]).toEqual([list, expect.objectContaining(relation)])
  }
  const own = (await (await creator.call('GET', '/api/v1/me/episodes')).json()) as { episodes: { id: string }[] }
  expect(own.episodes.find((each) => each.id === id)).toMatchObject({ liked: false, positionSeconds: null })
})

test('an account and an episode can be deleted while positions are reported', async () => {
  const { id } = await prepare()
  const own = await publishEpisode(site, creator)
  const reports = Array.from({ length: 12 }, (_, at) => report(at % 2 ? id : own.id, 1))
  const [removed, left] = await Promise.all([
    creator.call('DELETE', `/api/v1/episodes/${own.id}`),
    viewer.call('DELETE', '/api/v1/me', { password: viewer.password, now: true }),
  ])
  expect([removed.status, left.status]).toEqual([204, 202])
  const statuses = new Set(await Promise.all(reports))
  expect([...statuses].filter((status) => ![204, 401, 404].includes(status))).toEqual([])
})

test('a history that cannot be written does not fail the view', async () => {
  const { id } = await prepare()
  const change = (statement: string) =>
    queryDatabase(site.connectionString, `alter table watched_episodes ${statement}`)
  await change('add constraint out_of_order check (false) not valid')
  try {
    const view = await viewer.call('POST', `/api/v1/episodes/${id}/views`, { kind: 'watch', visitId: 'visit-1' })
    expect([view.status, await view.json()]).toEqual([200, { views: 1, counted: true }])
    expect(await read('/api/v1/me/history')).toMatchObject({ episodes: [] })
  } finally {
    await change('drop constraint out_of_order')
  }
})
