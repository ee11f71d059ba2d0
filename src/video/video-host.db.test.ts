import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { type Database, openDatabase } from '#platform/database.server.ts'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { detailsOf, type FakeStream, openFakeStream, ready, signed, unsuccessful } from '#tests/support/fake-stream.ts'
import { createTestDatabase } from '#tests/support/test-database.server.ts'
import { describeVideoHost, type HostOnTrial } from '#tests/support/video-host-contract.ts'
import { createVideoOutcomes } from './processing/video-outcomes.server.ts'
import { createVideo, expectVideosOf, type VideoRoom } from './video.server.ts'

const limits = { maxUploadBytes: 1e9, creatorQuotaBytes: 1e9 }
const log = createLog('silent')

let home: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
let dir: string
let fake: FakeStream
let now: Date | null = null
const enqueued: { kind: string; uid: string }[] = []
let runs: Map<string, (data: object) => Promise<void>>
const playable: string[] = []
const clock = { now: () => now ?? new Date() }

beforeAll(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {}, 10)
  dir = await mkdtemp(join(tmpdir(), 'hoshi-hosts-'))
  fake = await openFakeStream()
  for (const name of ['aya', 'rin']) await insertUser(name, 'creator')
  await insertUser('mio', 'viewer')
})
afterAll(async () => {
  await fake?.close()
  await database?.close()
  await home?.drop()
  await rm(dir, { recursive: true, force: true })
})
afterEach(() => {
  now = null
})

async function insertUser(uid: string, role: string): Promise<void> {
  await sql`insert into users (id, email, role) values (${uid}, ${`${uid}@example.com`}, ${role})`.execute(database.db)
}

function account(uid: string, role: Account['role']): Account {
  return { uid, role, email: `${uid}@example.com`, createdAt: new Date() }
}

function openRoom(service: FakeStream['service'] | null): VideoRoom {
  const handled = new Map<string, (data: object) => Promise<void>>()
  const jobs: Jobs = {
    enqueue: async (_db, kind, data) => void enqueued.push({ kind: kind.name, ...(data as { uid: string }) }),
    handle: (kind, _concurrency, run) =>
      void handled.set(kind.name, (data) => run(data as never, { signal: new AbortController().signal })),
    schedule: () => {},
    start: async () => {},
    stop: async () => {},
  }
  if (service) runs = handled
  const events = {
    publish: async () => {},
    subscribe: () => () => {},
    isListening: () => true,
    ready: async () => {},
    close: async () => {},
  }
  return createVideo({
    db: database.db,
    clock,
    jobs,
    events,
    locks: { tryHold: async () => null, close: async () => {} },
    storage: createDiskStorage(join(dir, 'files')),
    news: { becamePlayable: async (_trx, uid) => void playable.push(uid) },
    limits,
    mediaBaseUrl: null,
    cdn: { forget: async () => {} },
    scratchDir: dir,
    service,
    log,
  })
}

function onTrial(room: VideoRoom, world: Pick<HostOnTrial, 'makePlay' | 'makeFail'>): HostOnTrial {
  return {
    host: room.host,
    db: database.db,
    creator: account('aya', 'creator'),
    other: account('rin', 'creator'),
    viewer: account('mio', 'viewer'),
    limits,
    playable,
    isErased: async (uid) => enqueued.some((job) => job.kind.startsWith('video.erase') && job.uid === uid),
    ...world,
  }
}

describeVideoHost('our own host', () => {
  const room = openRoom(null)
  const { db } = database
  const storage = createDiskStorage(join(dir, 'files'))
  const parts = { db, clock, storage, events: { publish: async () => {} }, news: {} }
  const jobs = {
    enqueue: async (_db: unknown, kind: { name: string }, data: { uid: string }) =>
      void enqueued.push({ kind: kind.name, ...data }),
  }
  const outcomes = createVideoOutcomes({ ...parts, jobs } as never)
  return onTrial(room, {
    async makePlay(uid) {
      await sql`update videos set state = 'ready', percent_complete = 100, measured_at = now(), duration_seconds = 5.5,
        master_name = 'master.m3u8', poster_name = 'poster.webp' where uid = ${uid}`.execute(db)
      playable.push(uid)
    },
    makeFail: async (uid) => void (await outcomes.refused(uid, 'not_a_video')),
  })
})

describe('the hosted service', () => {
  let room: VideoRoom
  const aya = account('aya', 'creator')
  const file = { name: 'rain.mp4', sizeBytes: 1000 }
  const state = async (uid: string) => (await room.host.get(aya, uid)).status.state
  const reconcile = () => runs.get('video.reconcile')!({})
  const stored = async (uid: string) => (await room.host.findMany([uid])).get(uid)?.status
  const later = (minutes: number) => {
    now = new Date(Date.now() + minutes * 60_000)
  }

  beforeAll(() => {
    room = openRoom(fake.service)
  })

  describeVideoHost('the hosted service', () =>
    onTrial(room, {
      makePlay: async (uid) => fake.tell(uid, ready),
      makeFail: async (uid) => fake.tell(uid, { state: 'error', errorReasonCode: 'ERR_NON_VIDEO' }),
    }),
  )

  describe('uploads', () => {
    test('gets a resumable address at the service, under the uid of the service', async () => {
      const { uid, uploadURL, protocols } = await room.host.requestUpload(aya, file)
      expect(fake.uids()).toContain(uid)
      expect([new URL(uploadURL).origin, protocols]).toEqual([fake.service.uploadOrigins[0], ['tus']])
    })

    test.each([
      ['asks to be left alone', { status: 429, headers: { 'Retry-After': '30' } }, 30],
      ['is away', { status: 503 }, 5],
      ['says no', { status: 200, body: unsuccessful }, 5],
    ])(
      'a service that %s is answered for the time being, and no row stays',
      async (_what, fault, retryAfterSeconds) => {
        const before = (await room.host.ownedBy(aya)).length
        fake.failNext(fault)
        await expect(room.host.requestUpload(aya, file)).rejects.toMatchObject({
          code: 'video.host_unavailable',
          details: { retryAfterSeconds },
        })
        expect((await room.host.ownedBy(aya)).length).toBe(before)
      },
    )

    test('a full quota is refused before the service is asked', async () => {
      const asked = fake.requests.length
      const whole = { name: 'rain.mp4', sizeBytes: limits.creatorQuotaBytes }
      await room.host.requestUpload(aya, file)
      await expect(room.host.requestUpload(aya, whole)).rejects.toMatchObject({ code: 'video.quota_reached' })
      expect(fake.requests.length).toBe(asked + 1)
    })

    test('the form of a page without scripts is sent on whole', async () => {
      const form = new FormData()
      form.set('title', 'Rain')
      form.set('file', new File([new Uint8Array(5000)], 'rain.mp4', { type: 'video/mp4' }))
      const { body, headers } = new Response(form)
      const contentType = headers.get('content-type') ?? ''
      const bytes = new Uint8Array(await new Response(body, { headers }).arrayBuffer())
      const uid = await room.host.receivePageForm({
        body: new Blob([bytes]).stream(),
        contentType,
        sizeBytes: bytes.length,
        admit: (fields) => {
          expect(fields.get('title')).toBe('Rain')
          return aya
        },
      })
      const sent = fake.requests.findLast(({ path }) => path === `/upload/${uid}`)
      expect(String(sent?.headers['content-type'])).toMatch(/^multipart\/form-data/)
      expect(sent?.body.length).toBeGreaterThan(5000)
      expect(await room.host.get(aya, uid)).toMatchObject({ sizeBytes: 5000, status: { state: 'queued' } })
    })
  })

  describe('webhooks', () => {
    const send = (uid: string, details: Parameters<typeof detailsOf>[1], at = clock.now()) => {
      const body = JSON.stringify(detailsOf(uid, details))
      return room.hearWebhook!(body, signed(body, fake.service.webhookSecret, at))
    }

    test('tell that a video plays, once, however often and in whatever order they come', async () => {
      const { uid } = await room.host.requestUpload(aya, file)
      for (const details of [ready, ready, { state: 'inprogress' as const }, { state: 'error' as const }])
        await send(uid, details)
      expect(await stored(uid)).toMatchObject({ state: 'ready', percentComplete: 100 })
      expect(playable.filter((each) => each === uid)).toEqual([uid])
    })

    test('are refused when they are not signed, or not now', async () => {
      const { uid } = await room.host.requestUpload(aya, file)
      const body = JSON.stringify(detailsOf(uid, ready))
      const refused = { code: 'request.token_invalid' }
      await expect(room.hearWebhook!(body, null)).rejects.toMatchObject(refused)
      await expect(room.hearWebhook!(body, signed(body, 'another', new Date()))).rejects.toMatchObject(refused)
      const old = new Date(Date.now() - 301_000)
      await expect(send(uid, ready, old)).rejects.toMatchObject(refused)
      expect(await stored(uid)).toMatchObject({ state: 'pendingupload' })
    })

    test('about what is not ours, or in no known form, change nothing', async () => {
      await send('f'.repeat(32), ready)
      const body = '{"live": true}'
      const signature = signed(body, fake.service.webhookSecret, new Date())
      await expect(room.hearWebhook!(body, signature)).rejects.toMatchObject({ code: 'request.unreadable' })
    })

    test('come too late for a video that was removed', async () => {
      const { uid } = await room.host.requestUpload(aya, file)
      await room.host.remove(aya, uid)
      await send(uid, ready)
      expect(await stored(uid)).toBeUndefined()
      expect(playable).not.toContain(uid)
    })
  })

  describe('without a webhook', () => {
    test('asking now and then tells that a video plays', async () => {
      const { uid } = await room.host.requestUpload(aya, file)
      fake.tell(uid, { state: 'inprogress', pctComplete: '40' })
      later(2)
      await reconcile()
      expect(await stored(uid)).toMatchObject({ state: 'inprogress', percentComplete: 40, step: 'Encoding' })
      fake.tell(uid, ready)
      later(4)
      await reconcile()
      expect(await stored(uid)).toMatchObject({ state: 'ready' })
      const asked = fake.requests.length
      later(8)
      await reconcile()
      expect(fake.requests.slice(asked).some(({ path }) => path.endsWith(uid))).toBe(false)
    })

    test('a creator who looks is told at once, without the service being asked at every look', async () => {
      const { uid } = await room.host.requestUpload(aya, file)
      fake.tell(uid, { state: 'queued' })
      const asked = fake.requests.length
      expect(await state(uid)).toBe('queued')
      fake.tell(uid, ready)
      await Promise.all([state(uid), state(uid), state(uid)])
      expect(fake.requests.length).toBe(asked + 1)
      later(0.1)
      expect(await state(uid)).toBe('ready')
    })

    test.each([
      ['is away', { status: 500 }],
      ['answers nonsense', { status: 200, body: '<html>' }],
      ['is cut off', 'cut off' as const],
    ])('a service that %s leaves the video as it is known', async (_what, fault) => {
      const { uid } = await room.host.requestUpload(aya, file)
      fake.tell(uid, ready)
      fake.failNext(fault)
      expect(await state(uid)).toBe('pendingupload')
      later(1)
      expect(await state(uid)).toBe('ready')
    })

    test('a service that asks to be left alone is left alone, by everybody', async () => {
      const { uid } = await room.host.requestUpload(aya, file)
      fake.tell(uid, ready)
      later(2)
      fake.failNext({ status: 429, headers: { 'Retry-After': '600' } })
      await reconcile()
      const asked = fake.requests.length
      later(5)
      await reconcile()
      expect(await state(uid)).toBe('pendingupload')
      expect(fake.requests.length).toBe(asked)
      later(13)
      expect(await state(uid)).toBe('ready')
    })

    test('an upload that nobody finishes ends, and one that was finished in time does not', async () => {
      const abandoned = await room.host.requestUpload(aya, file)
      const finished = await room.host.requestUpload(aya, file)
      fake.tell(finished.uid, { state: 'queued' })
      later(360)
      await reconcile()
      expect(await stored(abandoned.uid)).toBeUndefined()
      expect(await stored(finished.uid)).toMatchObject({ state: 'queued' })
    })

    test('no state hangs: what the service has lost, or never finishes, fails', async () => {
      const lost = await room.host.requestUpload(aya, file)
      const endless = await room.host.requestUpload(aya, file)
      for (const { uid } of [lost, endless]) fake.tell(uid, { state: 'inprogress' })
      later(2)
      await reconcile()
      fake.forget(lost.uid)
      later(30)
      await reconcile()
      expect(await stored(lost.uid)).toMatchObject({ state: 'error', reasonCode: 'processing_failed' })
      expect(await stored(endless.uid)).toMatchObject({ state: 'inprogress' })
      later(49 * 60)
      await reconcile()
      expect(await stored(endless.uid)).toMatchObject({ state: 'error', reasonCode: 'processing_failed' })
    })
  })

  test('no process starts with videos that its host does not have', async () => {
    await room.host.requestUpload(aya, file)
    await expect(expectVideosOf('embedded', database.db)).rejects.toThrow(/^VIDEO_HOST is embedded, but \d+ video/)
  })

  test('removing at the service is tried until it is done', async () => {
    const { uid } = await room.host.requestUpload(aya, file)
    const erase = () => runs.get('video.erase-hosted')!({ uid })
    fake.failNext({ status: 500 })
    await expect(erase()).rejects.toMatchObject({ kind: 'away' })
    await erase()
    await erase()
    expect(fake.uids()).not.toContain(uid)
  })
})
