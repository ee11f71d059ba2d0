import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { videoBecamePlayable, videoCeasedToPlay } from '#catalog/catalog.server.ts'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database.server.ts'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { openEvents } from '#platform/events.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createEmit, on } from '#platform/room-events.ts'
import { noopJobs } from '#tests/support/data/noop-jobs.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { type EventStream, openEventStream } from '#tests/support/http/event-stream.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createUpload } from '#tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { createVideoTransitions } from '#video/encode/video-transitions.server.ts'
import { videoPlayable, videoUnplayable } from '#video/video-host.ts'

const live = '/api/v1/me/episodes/live'

let site: TestHoshi
let creator: Person
let other: Person
let viewer: Person
const open: EventStream[] = []

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator', 'Mika')
  other = await createPerson(site.url, 'creator')
  viewer = await createPerson(site.url, 'viewer')
})

afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})

afterAll(() => site?.close())

async function followWith(person: Person, headers: Record<string, string>): Promise<EventStream> {
  const stream = await openEventStream(person, live, headers)
  open.push(stream)
  expect(stream.response.status).toBe(200)
  return stream
}

const followSince = (person: Person, since: string) => followWith(person, { 'Last-Event-ID': since })

async function follow(person: Person): Promise<EventStream> {
  const stream = await followWith(person, {})
  await expect.poll(() => stream.lastEventId(), { interval: 5 }).not.toBe('')
  return stream
}

const isEventFor = (id: string, facts: object) => (event: { event: string; data: Record<string, unknown> }) =>
  event.event === 'episode' && event.data.id === id && Object.entries(facts).every(([k, v]) => event.data[k] === v)

const watch = (id: string, visitId: string) =>
  createStranger(site.url).call(
    'POST',
    `/api/v1/episodes/${id}/views`,
    { kind: 'watch', visitId },
    { 'User-Agent': 'Mozilla/5.0 Firefox/150.0' },
  )

async function publishPendingEpisode(): Promise<{ id: string; uid: string }> {
  const { uid } = await createUpload(creator, 10)
  const fields = { title: 'In the works', genre: 'Drama', nsfw: false, videoId: uid }
  const { id } = (await (await creator.call('POST', '/api/v1/episodes', fields)).json()) as { id: string }
  return { id, uid }
}

/** Runs `work` like a worker in another process: with its own connections, and sharing only the database and files. */
async function asWorker(
  work: (transitions: ReturnType<typeof createVideoTransitions>) => Promise<unknown>,
): Promise<void> {
  const database = openDatabase(site.connectionString, () => {})
  const events = openEvents(site.connectionString, createLog('silent'))
  try {
    await events.ready()
    const storage = createDiskStorage(join(site.dataDir, 'files'))
    const emit = createEmit([
      on(videoPlayable, (trx, { uid }) => videoBecamePlayable(trx, { jobs: noopJobs, emit }, uid)),
      on(videoUnplayable, (trx, { uid }) => videoCeasedToPlay(trx, emit, uid)),
    ])
    await work(createVideoTransitions({ db: database.db, clock: systemClock, jobs: noopJobs, events, storage, emit }))
  } finally {
    await events.close()
    await database.close()
  }
}

async function aRendition() {
  const dir = await mkdtemp(join(site.dataDir, 'rendition-'))
  await writeFile(join(dir, 'index.m3u8'), '#EXTM3U\n')
  const size = { durationSeconds: 10, width: 640, height: 360, frames: 240, codecs: 'avc1.64001e' }
  const bytes = { peakBandwidth: 1, averageBandwidth: 1, sizeBytes: 8, segmentFrames: [240], files: ['index.m3u8'] }
  return { origin: 'encode' as const, dir, facts: { ...size, ...bytes } }
}

describe('one’s own list', () => {
  test('has every own episode newest first, with stats, states and growing totals', async () => {
    const person = await createPerson(site.url, 'creator')
    const { id } = await publishEpisode(site, person)
    const { uid: videoId } = await createUpload(person, 10)
    await person.call('POST', '/api/v1/episodes', { title: 'Soon', genre: 'Drama', nsfw: true, videoId })
    await watch(id, 'list-1')
    await viewer.call('PUT', `/api/v1/episodes/${id}/like`)
    const response = await person.call('GET', '/api/v1/me/episodes')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({
      episodes: [
        { title: 'Soon', nsfw: true, views: 0, status: { state: 'pendingupload', percentComplete: 0 } },
        { id, views: 1, likes: 1, comments: 0, status: { state: 'ready', percentComplete: 100 } },
      ],
      total: 2,
      nextCursor: null,
      totals: {
        views: { total: 1, growth: { caption: 'New this month', recent: 1, before: 0 } },
        likes: { total: 1, growth: { caption: 'New this month', recent: 1, before: 0 } },
        comments: { total: 0, growth: { caption: 'No activity yet', recent: 0, before: 0 } },
      },
    })
    const first = await (await person.call('GET', '/api/v1/me/episodes?limit=1')).json()
    const next = await person.call('GET', `/api/v1/me/episodes?limit=1&cursor=${first.nextCursor}`)
    expect(await next.json()).toMatchObject({ episodes: [{ id }], total: 2, nextCursor: null })
  })

  test('is empty for others and closed to anonymous callers', async () => {
    expect(await (await viewer.call('GET', '/api/v1/me/episodes')).json()).toMatchObject({ episodes: [], total: 0 })
    for (const path of ['/api/v1/me/episodes', live]) {
      expect((await createStranger(site.url).call('GET', path)).status).toBe(401)
    }
  })
})

describe('the live list', () => {
  test('is an uncompressed stream that is never cached', async () => {
    const { response } = await follow(creator)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(response.headers.get('x-request-id')).toMatch(/^\w{26}$/)
    expect((await creator.call('HEAD', live)).status).toBe(200)
  })

  test('sends views, likes and comments of other people, as complete rows of the list', async () => {
    const { id } = await publishEpisode(site, creator)
    const stream = await follow(creator)
    await watch(id, 'live-1')
    await stream.waitForEvent(isEventFor(id, { views: 1 }))
    await viewer.call('PUT', `/api/v1/episodes/${id}/like`)
    await stream.waitForEvent(isEventFor(id, { likes: 1 }))
    const created = await viewer.call('POST', `/api/v1/episodes/${id}/comments`, { text: 'Lovely' })
    await stream.waitForEvent(isEventFor(id, { comments: 1 }))
    const { id: commentId } = (await created.json()) as { id: string }
    expect((await creator.call('DELETE', `/api/v1/comments/${commentId}`)).status).toBe(204)
    await viewer.call('DELETE', `/api/v1/episodes/${id}/like`)
    const { data } = await stream.waitForEvent(isEventFor(id, { likes: 0, comments: 0, views: 1 }))
    const list = (await (await creator.call('GET', '/api/v1/me/episodes')).json()) as { episodes: { id: string }[] }
    const relation = { liked: false, positionSeconds: null }
    expect({ ...data, ...relation }).toEqual(list.episodes.find((each) => each.id === id))
  })

  test('sends what is published and removed in another tab', async () => {
    const stream = await follow(creator)
    const { id } = await publishEpisode(site, creator, { title: 'Brand new' })
    await stream.waitForEvent(isEventFor(id, { title: 'Brand new' }))
    await creator.call('DELETE', `/api/v1/episodes/${id}`)
    const { data } = await stream.waitForEvent((event) => event.event === 'removed')
    expect(data).toEqual({ id })
  })

  test('sends the progress of a video, up to the finished transcode, from any process', async () => {
    const { id, uid } = await publishPendingEpisode()
    const stream = await follow(creator)
    await queryDatabase(site.connectionString, `update videos set state = 'queued' where uid = $1`, [uid])
    const inState = (state: string, percent: number) => (event: { data: Record<string, unknown> }) =>
      JSON.stringify(event.data.status).startsWith(`{"state":"${state}","percentComplete":${percent}`)
    const isAbout = isEventFor(id, {})
    const expectStatus = (state: string, percent: number) =>
      stream.waitForEvent((event) => isAbout(event) && inState(state, percent)(event))
    await asWorker(async (transitions) => {
      await transitions.start(uid, 'encoding')
      await expectStatus('inprogress', 0)
      await transitions.recordProgress(uid, 42)
      await expectStatus('inprogress', 42)
      const poster = join(site.dataDir, 'poster.webp')
      await writeFile(poster, 'a poster')
      await transitions.publishRenditions(uid, [await aRendition()], { percentComplete: 100 })
      await expectStatus('ready', 100)
      await transitions.publishPoster(uid, { poster, large: null })
    })
    const { data } = await stream.waitForEvent((event) => isAbout(event) && typeof event.data.poster === 'string')
    expect(data.status).toMatchObject({ state: 'ready', percentComplete: 100 })
  })

  test('sends a creator’s own episodes only', async () => {
    const { id } = await publishEpisode(site, creator)
    const ownStream = await follow(creator)
    const theirs = await Promise.all([follow(other), follow(viewer)])
    await watch(id, 'own-1')
    await ownStream.waitForEvent(isEventFor(id, { views: 1 }))
    const { id: hers } = await publishEpisode(site, other)
    await theirs[0].waitForEvent(isEventFor(hers, {}))
    expect(theirs[0].events.every((event) => event.data.id === hers)).toBe(true)
    expect(theirs[1].events).toEqual([])
    expect(ownStream.events.every((event) => event.data.id !== hers)).toBe(true)
  })

  test('resumes after the last event received, also past a removal', async () => {
    const last = await publishEpisode(site, creator)
    const [changed, removed, same] = await Promise.all([1, 2, 3].map(() => publishEpisode(site, creator)))
    const before = await follow(creator)
    await watch(same!.id, 'same-1')
    await before.waitForEvent(isEventFor(same!.id, { views: 1 }))
    // Every event sends a complete row, so an earlier one may have included this view. The next view is sent after
    // both.
    await watch(last.id, 'last-1')
    await before.waitForEvent(isEventFor(last.id, { views: 1 }))
    before.close()
    await watch(changed!.id, 'changed-1')
    await creator.call('DELETE', `/api/v1/episodes/${removed!.id}`)
    const back = await followSince(creator, before.lastEventId())
    await back.waitForEvent(isEventFor(changed!.id, { views: 1 }))
    await back.waitForEvent((event) => event.event === 'removed' && event.data.id === removed!.id)
    expect(back.events.some((event) => event.event === 'refresh' || event.data.id === same!.id)).toBe(false)
  })

  test('completes a list that was read before, from the cursor taken with it', async () => {
    const person = await createPerson(site.url, 'creator')
    const last = await publishEpisode(site, person)
    const [same, changed] = await Promise.all([1, 2].map(() => publishEpisode(site, person)))
    const before = await follow(person)
    await watch(same!.id, 'before-1')
    await before.waitForEvent(isEventFor(same!.id, { views: 1 }))
    // As below: the next view is sent after everything about this one.
    await watch(last.id, 'before-2')
    await before.waitForEvent(isEventFor(last.id, { views: 1 }))
    const url = `${live}?since=${site.hoshi.rooms.engagement.live.currentCursor(person.account.uid)}`
    await watch(changed!.id, 'after-1')
    await before.waitForEvent(isEventFor(changed!.id, { views: 1 }))
    const stream = await openEventStream(person, url)
    open.push(stream)
    await stream.waitForEvent(isEventFor(changed!.id, { views: 1 }))
    expect(stream.events.every((event) => event.event === 'episode' && event.data.id === changed!.id)).toBe(true)
    // A reconnection has received more than its URL says.
    const again = await openEventStream(person, url, { 'Last-Event-ID': 'of-another-time-1' })
    open.push(again)
    await again.waitForEvent((event) => event.event === 'refresh')
  })

  test('sends everything when the last event is no longer known', async () => {
    const { id } = await publishEpisode(site, other)
    const stream = await followSince(other, 'of-another-time-1')
    const { data } = await stream.waitForEvent((event) => event.event === 'refresh')
    expect(data.ids).toContain(id)
    await stream.waitForEvent(isEventFor(id, {}))
    await expect.poll(() => stream.lastEventId()).not.toBe('')
    const episodeIds = stream.events.filter((event) => event.event === 'episode').map((event) => event.data.id)
    expect(new Set(episodeIds)).toEqual(new Set(data.ids as string[]))
  })

  test('is limited to ten per person, and closing one frees a slot', async () => {
    const person = await createPerson(site.url, 'creator')
    const streams = await Promise.all(Array.from({ length: 10 }, () => follow(person)))
    const refused = await person.call('GET', live)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await refused.json()).toMatchObject({ code: 'engagement.too_many_streams' })
    streams[0]!.close()
    await expect
      .poll(async () => {
        const again = await openEventStream(person, live)
        open.push(again)
        return again.response.status
      })
      .toBe(200)
  })
})
