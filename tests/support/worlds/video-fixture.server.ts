import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Account } from '#identity/account.ts'
import { findAccountByUid } from '#identity/account-rows.server.ts'
import { type Db, openDatabase } from '#platform/database.server.ts'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createEmit, on } from '#platform/room-events.ts'
import { noopJobs } from '#tests/support/data/noop-jobs.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { type FakeStream, openFakeStream } from '#tests/support/http/fake-stream.ts'
import { createVideo } from '#video/video.server.ts'
import { videoPlayable } from '#video/video-host.ts'
import type { VideoHosting, VideoParts } from '#video/video-hosting.ts'

/** Video rooms on one database, with jobs that tests run explicitly. */
export interface VideoFixture {
  db: Db
  fake: FakeStream
  limits: VideoParts['limits']
  /** The clock advances a millisecond on each call; this sets it ahead of its start. */
  setClock(minutesAhead: number): void
  /** Two creators and a viewer. */
  creator: Account
  other: Account
  viewer: Account
  /** Uids reported as playable to the room above, in order. */
  playable: string[]
  /** Parts of the rooms. */
  parts: VideoParts
  open(service: FakeStream['service'] | null): VideoHosting
  /** Runs a kind of job as a worker would. */
  run(kind: string, data?: object): Promise<void>
  isErased(uid: string): boolean
  /** Whether a kind of job has been enqueued for it. */
  isEnqueued(kind: string, uid: string): boolean
  countEnqueued(kind: string, uid: string): number
  close(): Promise<void>
}

const limits = { maxUploadBytes: 1e9, creatorQuotaBytes: 1e9 }

export async function openVideoFixture(): Promise<VideoFixture> {
  const testDatabase = await createTestDatabase()
  const database = openDatabase(testDatabase.connectionString, () => {}, 10)
  const dir = await mkdtemp(join(tmpdir(), 'hoshi-hosts-'))
  const fake = await openFakeStream()
  const playable: string[] = []
  let enqueued: { kind: string; uid?: string }[] = []
  const handled = new Map<string, (data: object) => Promise<void>>()
  const startedAtMs = Date.now()
  let aheadMs = 0
  let clockReads = 0
  const jobs: Jobs = {
    ...noopJobs,
    enqueue: async (_db, kind, data) => void enqueued.push({ kind: kind.name, ...data }),
    enqueueFairly: async (_trx, kind, data) =>
      void enqueued.push(...data.map((each) => ({ kind: kind.name, ...each }))),
    cancel: async (_trx, kinds, data) => {
      const { uid } = data as { uid?: string }
      enqueued = enqueued.filter((job) => job.uid !== uid || kinds.every(({ name }) => name !== job.kind))
    },
    handle: (kind, _concurrency, run) =>
      void handled.set(kind.name, (data) => run(data as never, { signal: new AbortController().signal })),
  }
  const disk = createDiskStorage(join(dir, 'files'))
  const parts: VideoParts = {
    db: database.db,
    clock: {
      now() {
        clockReads += 1
        return new Date(startedAtMs + aheadMs + clockReads)
      },
    },
    jobs,
    events: {
      publish: async () => {},
      subscribe: () => () => {},
      isListening: () => true,
      ready: async () => {},
      close: async () => {},
    },
    creators: { isTrainingReserved: async () => true },
    identity: { find: (uid) => findAccountByUid(database.db, uid, new Date()), lockAgainstRemoval: async () => {} },
    locks: { tryAcquire: async () => null, close: async () => {} },
    storage: disk,
    uploadDisk: disk,
    diskReserveBytes: 0,
    emit: createEmit([on(videoPlayable, async (_trx, { uid }) => void playable.push(uid))]),
    limits,
    makesAv1: false,
    mediaBaseUrl: null,
    cdn: { purge: async () => {} },
    scratchDir: dir,
    service: null,
    runsJobs: true,
    log: createLog('silent'),
  }

  async function addAccount(uid: string, role: Account['role']): Promise<Account> {
    const email = `${uid}@example.com`
    await sql`insert into users (id, email, role) values (${uid}, ${email}, ${role})`.execute(database.db)
    return { uid, role, email, isCreator: role === 'creator', createdAt: new Date(), suspension: null }
  }

  return {
    db: database.db,
    fake,
    limits,
    setClock: (minutesAhead) => {
      aheadMs = minutesAhead * 60_000
    },
    creator: await addAccount('aya', 'creator'),
    other: await addAccount('rin', 'creator'),
    viewer: await addAccount('mio', 'viewer'),
    playable,
    parts,
    open: (service) => createVideo({ ...parts, service }),
    async run(kind, data = {}) {
      const work = handled.get(kind)
      if (!work) throw new Error(`${kind} has no handler.`)
      await work(data)
    },
    isErased: (uid) => enqueued.some((job) => job.kind.startsWith('video.erase') && job.uid === uid),
    isEnqueued: (kind, uid) => enqueued.some((job) => job.kind === kind && job.uid === uid),
    countEnqueued: (kind, uid) => enqueued.filter((job) => job.kind === kind && job.uid === uid).length,
    async close() {
      await fake.close()
      await database.close()
      await testDatabase.drop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
