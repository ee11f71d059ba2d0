import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Database, type Db, openDatabase } from '#platform/database.server.ts'
import { createDiskStorage, type DiskStorage } from '#platform/disk-storage.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { noopJobs } from '#tests/support/data/noop-jobs.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import type { CleanupParts } from '#video/cleanup/cleanup.server.ts'
import type { TransitionParts } from '#video/encode/transition.ts'
import { createGrowingUploads } from '#video/ingest/growing-uploads.server.ts'
import type { NewRendition } from '#video/media/hls/verify-rendition.server.ts'

/** For tests of a video's state transitions: a database and a disk, no workers and no ffmpeg. */
export interface TransitionsFixture {
  readonly dir: string
  readonly db: Db
  readonly storage: DiskStorage
  /** Names of the jobs that the test has enqueued. */
  readonly enqueued: string[]
  /** Owners of those that take turns. */
  readonly owners: string[]
  /** How far the clock is ahead in this test. */
  aheadMs: number
  parts(): TransitionParts
  cleanupParts(): CleanupParts
  /** The folder of a video's media. */
  media(uid: string): string
  /** Stores a video of the creator `maker`. @returns its uid */
  aVideo(state?: string): Promise<string>
  /** Makes a rendition as ffmpeg leaves it, in a folder of its own. */
  aRendition(size?: { width: number; height: number }, averageBandwidth?: number): Promise<NewRendition>
}

const events = {
  publish: async () => {},
  subscribe: () => () => {},
  isListening: () => true,
  ready: async () => {},
  close: async () => {},
}
const locks = { tryAcquire: async () => null, close: async () => {} }

/** Called once at the top of a file. */
export function setUpTransitions(): TransitionsFixture {
  let dir: string
  let home: TestDatabase
  let database: Database
  let storage: DiskStorage
  const enqueued: string[] = []
  const owners: string[] = []
  const jobs: Jobs = {
    ...noopJobs,
    enqueue: async (_db, kind) => void enqueued.push(kind.name),
    enqueueFairly: async (_trx, kind, data, { owner }) => {
      enqueued.push(...data.map(() => kind.name))
      owners.push(owner)
    },
  }

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hoshi-transitions-'))
    home = await createTestDatabase()
    database = openDatabase(home.connectionString, () => {}, 4)
    storage = createDiskStorage(join(dir, 'files'))
    await sql`insert into users (id, email, role) values ('maker', 'maker@example.com', 'creator')`.execute(database.db)
  })
  afterAll(async () => {
    await database.close()
    await home.drop()
    await rm(dir, { recursive: true, force: true })
  })
  beforeEach(() => {
    enqueued.length = 0
    owners.length = 0
    fixture.aheadMs = 0
  })

  const clock = { now: () => new Date(Date.now() + fixture.aheadMs) }
  const fixture: TransitionsFixture = {
    get dir() {
      return dir
    },
    get db() {
      return database.db
    },
    get storage() {
      return storage
    },
    enqueued,
    owners,
    aheadMs: 0,
    parts: () => ({ db: database.db, clock, jobs, events, storage, emit: async () => {} }),
    cleanupParts: () => ({
      ...fixture.parts(),
      locks,
      uploadFiles: createGrowingUploads(storage),
      log: createLog('silent'),
      host: { endUpload: async () => {} },
    }),
    media: (uid) => join(dir, 'files/media', uid),
    async aVideo(state = 'inprogress') {
      const uid = newId()
      await sql`insert into videos (uid, creator_id, name, size_bytes, state, upload_key_hash, upload_expires_at)
        values (${uid}, 'maker', 'clip', 5, ${state}, ${Buffer.from(uid)}, now())`.execute(database.db)
      return uid
    },
    async aRendition(size = { width: 640, height: 360 }, averageBandwidth = 400_000) {
      const folder = join(dir, newId())
      await mkdir(folder)
      await writeFile(join(folder, 'index.m3u8'), '#EXTM3U\n')
      const facts = {
        durationSeconds: 10,
        ...size,
        frames: 240,
        codecs: 'avc1.64001e',
        peakBandwidth: 500_000,
        averageBandwidth,
        sizeBytes: 8,
        segmentFrames: [240],
        files: ['index.m3u8'],
      }
      return { origin: 'encode', dir: folder, facts }
    },
  }
  return fixture
}
