import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { sendRaw } from '#tests/support/http/raw-http.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let one: TestHoshi
let other: TestHoshi
let creator: Person

beforeAll(async () => {
  one = await createTestHoshi()
  other = await createTestHoshi({ beside: one })
  creator = await createPerson(one.url, 'creator')
})

afterAll(async () => {
  await other?.close()
  await one?.close()
})

const hide = 'update videos set is_published = false where uid = $1'
const show = 'update videos set is_published = true where uid = $1'
const cutEvents = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'hoshi events' and datname = current_database()`

const statusAt = async (site: TestHoshi, path: string) => (await sendRaw(site.url, { path })).status

/** All media of a published video, requested at both nodes until both have cached them. */
async function publishCachedVideo() {
  const { id, video } = await publishEpisode(one, creator)
  const paths = Object.values(video.media)
  expect(paths.length).toBeGreaterThan(1)
  for (const site of [one, other, one, other]) {
    for (const path of paths) expect(await statusAt(site, path)).toBe(200)
  }
  const statuses = () => Promise.all([one, other].flatMap((site) => paths.map((path) => statusAt(site, path))))
  return { id, uid: video.uid, path: video.media.segment, statuses, hidden: paths.flatMap(() => [404, 404]) }
}

// How long a node trusts its caches is tested with the clocks of the gate and of the object cache.
describe('on two nodes', () => {
  test('media of a deleted episode are gone from both, even for their owner', async () => {
    const { id, path, statuses, hidden } = await publishCachedVideo()
    expect((await creator.call('DELETE', `/api/v1/episodes/${id}`)).status).toBe(204)
    await expect.poll(statuses).toEqual(hidden)
    expect((await creator.call('GET', path)).status).toBe(404)
  })

  test('media that are no longer published are for their owner alone, without any event', async () => {
    const { uid, path, statuses, hidden } = await publishCachedVideo()
    await queryDatabase(one.connectionString, hide, [uid])
    await expect.poll(statuses).toEqual(hidden)
    const ownerResponse = await creator.call('GET', path)
    expect([ownerResponse.status, ownerResponse.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    await queryDatabase(one.connectionString, show, [uid])
    await expect.poll(statuses).not.toContain(404)
  })

  test('the same holds while both have lost their event connections', async () => {
    const { id, statuses, hidden } = await publishCachedVideo()
    await queryDatabase(one.connectionString, cutEvents, [])
    expect((await creator.call('DELETE', `/api/v1/episodes/${id}`)).status).toBe(204)
    await expect.poll(statuses).toEqual(hidden)
  })

  test('both give the same bytes the same tag', async () => {
    const { path } = await publishCachedVideo()
    const tags = await Promise.all([one, other].map(async ({ url }) => (await sendRaw(url, { path })).headers.etag))
    expect(tags[0]).toBe(tags[1])
  })
})
