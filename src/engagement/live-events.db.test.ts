import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createHoshi, type RunningHoshi } from '#server/hoshi.ts'
import { loadProductionBuild } from '#server/screens-build.ts'
import { Secret } from '#server/secret.ts'
import { fastPasswordHashing } from '#tests/support/data/fast-password-hashing.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { type EventStream, openEventStream, type ReceivedEvent } from '#tests/support/http/event-stream.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { TRENDING_MIN_WATCHES } from './trending.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let site: TestHoshi
/** Another node, with its own connections: it shares only the database and the files. */
let otherNode: RunningHoshi
let creator: Person
let id: string
let stream: EventStream
let eventsSeen = 0

beforeAll(async () => {
  site = await createTestHoshi()
  otherNode = createHoshi(site.config, {
    connectionString: site.connectionString,
    secret: new Secret('a secret that only tests know of, long enough'),
    log: createLog('silent'),
    loadBuild: loadProductionBuild(import.meta.dirname),
    clientDir: null,
    isDevelopment: false,
    passwords: fastPasswordHashing,
  })
  await otherNode.start()
  creator = await createPerson(site.url, 'creator', 'Mika')
  ;({ id } = await publishEpisode(site, creator))
  stream = await openEventStream(creator, '/api/v1/me/episodes/live')
  await vi.waitFor(() => expect(stream.lastEventId()).not.toBe(''), { timeout: MAX_WAIT_MS })
})

afterEach(() => expect(stream.response.status).toBe(200))

afterAll(async () => {
  stream?.close()
  await otherNode?.close()
  await site?.close()
})

/** Waits for an event with these facts, later than the last one waited for. */
async function waitForEvent(facts: object): Promise<void> {
  const found = await stream.waitForEvent((event) => {
    const isNew = stream.events.indexOf(event) >= eventsSeen && event.event === 'episode' && event.data.id === id
    return isNew && Object.entries(facts).every(([key, value]) => isDeepStrictEqual(event.data[key], value))
  })
  expect(found.data).toMatchObject(facts)
  eventsSeen = stream.events.indexOf(found) + 1
}

test('an open dashboard receives edits made on another node', async () => {
  const changes = { title: 'New words', description: 'Others', genre: 'Mecha', tags: ['one', 'two'] }
  await otherNode.rooms.catalog.edit(creator.account, id, changes)
  await waitForEvent(changes)
  await otherNode.rooms.catalog.edit(creator.account, id, { nsfw: true })
  await waitForEvent({ nsfw: true })
  await otherNode.rooms.catalog.edit(creator.account, id, { nsfw: false })
  await waitForEvent({ nsfw: false })
})

test('an open dashboard receives views, likes and comments made on another node, and their removal', async () => {
  const { engagement } = otherNode.rooms
  const viewer = await createPerson(site.url, 'viewer')
  const visitor = { cookie: null, ip: '192.0.2.1', userAgent: firefox, isPrefetch: false }
  await engagement.plays.record({ episodeId: id, kind: 'watch', visitId: newId() }, visitor, null)
  await waitForEvent({ views: 1 })
  await engagement.likes.add(viewer.account, id)
  await waitForEvent({ likes: 1 })
  const comment = await engagement.comments.write(viewer.account, id, 'Lovely')
  await waitForEvent({ comments: 1 })
  await engagement.comments.remove(viewer.account, comment.id)
  await waitForEvent({ comments: 0, likes: 1 })
  await engagement.likes.remove(viewer.account, id)
  await waitForEvent({ comments: 0, likes: 0 })
})

test('an open dashboard receives the removal of likes and comments with their person’s account', async () => {
  const { engagement, identity } = otherNode.rooms
  const viewer = await createPerson(site.url, 'viewer')
  await engagement.likes.add(viewer.account, id)
  await engagement.comments.write(viewer.account, id, 'Lovely')
  await waitForEvent({ likes: 1, comments: 1 })
  await identity.deleteAccount(viewer.account, { password: viewer.password, now: true }, { ip: '192.0.2.1' })
  await waitForEvent({ likes: 0, comments: 0, views: 1 })
})

test('an open dashboard receives when an episode starts and stops trending', async () => {
  const { engagement } = otherNode.rooms
  for (let n = 0; n < TRENDING_MIN_WATCHES; n += 1) {
    const visitor = { cookie: null, ip: `192.0.2.${n + 10}`, userAgent: firefox, isPrefetch: false }
    await engagement.plays.record({ episodeId: id, kind: 'watch', visitId: newId() }, visitor, null)
  }
  await engagement.trending.refresh()
  await waitForEvent({ trending: true })
  await queryDatabase(site.connectionString, 'update daily_totals set day = day - 7')
  await engagement.trending.refresh()
  await waitForEvent({ trending: false })
})

test('a list loaded from another node is sent again, as is one loaded before events were lost', async () => {
  const path = (cursor: string) => `/api/v1/me/episodes/live?since=${cursor}`
  const isRefresh = ({ event, data }: ReceivedEvent) => event === 'refresh' && isDeepStrictEqual(data.ids, [id])
  const foreign = otherNode.rooms.engagement.live.currentCursor(creator.account.uid)
  const elsewhere = await openEventStream(creator, path(foreign))
  await elsewhere.waitForEvent(isRefresh)
  await elsewhere.waitForEvent(({ event, data }) => event === 'episode' && data.id === id)
  const cursor = site.hoshi.rooms.engagement.live.currentCursor(creator.account.uid)
  await queryDatabase(
    site.connectionString,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'hoshi events' and datname = current_database()`,
  )
  // The nodes listen again.
  await stream.waitForEvent(isRefresh)
  const late = await openEventStream(creator, path(cursor))
  await late.waitForEvent(isRefresh)
  elsewhere.close()
  late.close()
})

test('an open dashboard receives the publication and removal of an episode on another node', async () => {
  const { catalog } = otherNode.rooms
  const { uid } = await otherNode.rooms.video.requestUpload(creator.account, { name: 'clip.mp4', sizeBytes: 10 })
  const fields = { title: 'Soon', genre: 'Drama', nsfw: false, videoId: uid }
  const made = await catalog.publish(creator.account, fields)
  const shown = await stream.waitForEvent(({ event, data }) => event === 'episode' && data.id === made.id)
  expect(shown.data).toMatchObject({ title: 'Soon', genre: 'Drama' })
  await catalog.remove(creator.account, made.id)
  const gone = await stream.waitForEvent(({ event, data }) => event === 'removed' && data.id === made.id)
  expect(gone.data).toEqual({ id: made.id })
})
