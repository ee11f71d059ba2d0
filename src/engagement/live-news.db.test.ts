import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createHoshi, type RunningHoshi } from '#server/hoshi.ts'
import { loadProductionBuild } from '#server/screens-build.ts'
import { Secret } from '#server/secret.ts'
import { askDatabase } from '#tests/support/ask-database.server.ts'
import { type EventStream, openEventStream } from '#tests/support/event-stream.ts'
import { PATIENCE_MS } from '#tests/support/patience.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { quickPasswords } from '#tests/support/quick-passwords.server.ts'
import { publishEpisode } from '#tests/support/ready-video.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'
import { TRENDING_MIN_WATCHES } from './trending.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let site: TestHoshi
/** Another node: the same database and files, connections of its own, and nothing else in common. */
let elsewhere: RunningHoshi
let creator: Person
let id: string
let stream: EventStream
let heardSoFar = 0

beforeAll(async () => {
  site = await createTestHoshi({ environment: { ROLE: 'web' } })
  elsewhere = createHoshi(site.config, {
    connectionString: site.connectionString,
    secret: new Secret('a secret that only tests know of, long enough'),
    log: createLog('silent'),
    loadBuild: loadProductionBuild(import.meta.dirname),
    clientDir: null,
    isDevelopment: false,
    passwords: quickPasswords,
  })
  await elsewhere.start()
  creator = await createPerson(site.url, 'creator', 'Mika')
  ;({ id } = await publishEpisode(site, creator))
  stream = await openEventStream(creator, '/api/v1/me/episodes/live')
  await vi.waitFor(() => expect(stream.lastEventId()).not.toBe(''), { timeout: PATIENCE_MS })
})

afterEach(() => expect(stream.response.status).toBe(200))

afterAll(async () => {
  stream?.close()
  await elsewhere?.close()
  await site?.close()
})

/** Waits for a row with these facts, later than what was waited for before. */
async function heard(facts: object): Promise<void> {
  const found = await stream.heard((event) => {
    const isNew = stream.events.indexOf(event) >= heardSoFar && event.event === 'episode' && event.data.id === id
    return isNew && Object.entries(facts).every(([key, value]) => isDeepStrictEqual(event.data[key], value))
  })
  expect(found.data).toMatchObject(facts)
  heardSoFar = stream.events.indexOf(found) + 1
}

test('an open dashboard hears of words that were changed on another node', async () => {
  const changes = { title: 'New words', description: 'Others', genre: 'Mecha', tags: ['one', 'two'] }
  await elsewhere.rooms.catalog.edit(creator.account, id, changes)
  await heard(changes)
  await elsewhere.rooms.catalog.edit(creator.account, id, { nsfw: true })
  await heard({ nsfw: true })
  await elsewhere.rooms.catalog.edit(creator.account, id, { nsfw: false })
  await heard({ nsfw: false })
})

test('an open dashboard hears of views, likes and comments on another node, and of those that are taken back', async () => {
  const { engagement } = elsewhere.rooms
  const viewer = await createPerson(site.url, 'viewer')
  const visitor = { cookie: null, address: '192.0.2.1', userAgent: firefox, isPrefetch: false }
  await engagement.recordPlay({ episodeId: id, kind: 'watch', visitId: newId() }, visitor, null)
  await heard({ views: 1 })
  await engagement.like(viewer.account, id)
  await heard({ likes: 1 })
  const comment = await engagement.comment(viewer.account, id, 'Lovely')
  await heard({ comments: 1 })
  await engagement.removeComment(viewer.account, comment.id)
  await heard({ comments: 0, likes: 1 })
  await engagement.unlike(viewer.account, id)
  await heard({ comments: 0, likes: 0 })
})

test('an open dashboard hears of likes and comments that go with their person’s account', async () => {
  const { engagement, identity } = elsewhere.rooms
  const viewer = await createPerson(site.url, 'viewer')
  await engagement.like(viewer.account, id)
  await engagement.comment(viewer.account, id, 'Lovely')
  await heard({ likes: 1, comments: 1 })
  await identity.deleteAccount(viewer.account, { password: viewer.password }, { address: '192.0.2.1' })
  await heard({ likes: 0, comments: 0, views: 1 })
})

test('an open dashboard hears that an episode begins to be trending, and ceases to', async () => {
  const { engagement } = elsewhere.rooms
  for (let n = 0; n < TRENDING_MIN_WATCHES; n += 1) {
    const visitor = { cookie: null, address: `192.0.2.${n + 10}`, userAgent: firefox, isPrefetch: false }
    await engagement.recordPlay({ episodeId: id, kind: 'watch', visitId: newId() }, visitor, null)
  }
  await engagement.refreshTrending()
  await heard({ trending: true })
  await askDatabase(site.connectionString, 'update daily_totals set day = day - 7')
  await engagement.refreshTrending()
  await heard({ trending: false })
})

test('an open dashboard hears of an episode that is published and removed on another node', async () => {
  const { catalog } = elsewhere.rooms
  const { uid } = await elsewhere.rooms.video.requestUpload(creator.account, { name: 'clip.mp4', sizeBytes: 10 })
  const fields = { title: 'Soon', genre: 'Drama', nsfw: false, videoId: uid }
  const made = await catalog.publish(creator.account, fields)
  const shown = await stream.heard(({ event, data }) => event === 'episode' && data.id === made.id)
  expect(shown.data).toMatchObject({ title: 'Soon', genre: 'Drama' })
  await catalog.remove(creator.account, made.id)
  const gone = await stream.heard(({ event, data }) => event === 'removed' && data.id === made.id)
  expect(gone.data).toEqual({ id: made.id })
})
