import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Catalog, type CatalogParts, createCatalog, videoBecamePlayable } from '#catalog/catalog.server.ts'
import type { Episode, NewEpisode } from '#catalog/episode.ts'
import { type Creators, createCreators } from '#creators/creators.server.ts'
import type { Account, ChosenRole } from '#identity/account.ts'
import {
  findAccountByUid,
  lockAccountAgainstRemoval,
  lockAccountsAgainstRemoval,
} from '#identity/account-rows.server.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import { type Db, openDatabase, type Trx } from '#platform/database.server.ts'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import type { Events } from '#platform/events.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { createEmit, type Emit, type RoomListener } from '#platform/room-events.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { transact } from '#platform/transact.server.ts'
import { createSeries, type SeriesRoom } from '#series/series.server.ts'
import type { PosterProcessor } from '#series/series-posters.server.ts'
import type { FontChecker } from '#subtitles/fonts/font-storage.server.ts'
import { createSubtitles, type Subtitles } from '#subtitles/subtitles.server.ts'
import { noopJobs } from '#tests/support/data/noop-jobs.ts'
import { createEmbeddedHost, type EmbeddedHost } from '#video/embedded-host/embedded-host.server.ts'
import { createFileTexts } from '#video/encode/text-streams.server.ts'
import { createVideoTransitions } from '#video/encode/video-transitions.server.ts'
import { createDiskSpace } from '#video/ingest/disk-space.server.ts'
import { createGrowingUploads } from '#video/ingest/growing-uploads.server.ts'
import { createUploadSpace } from '#video/ingest/upload-space.server.ts'
import { withSanitizedFont } from '#video/media/fonts/sanitize-font.server.ts'
import { createScratchFolders } from '#video/scratch.server.ts'
import type { VideoState } from '#video/video-state.ts'

/** For tests of this room and those above: a catalog on its own database, with the real rooms below it. */
export interface TestCatalog {
  db: Db
  connectionString: string
  catalog: Catalog
  creators: Creators
  subtitles: Subtitles
  /** The real one; a test may replace its method. */
  fontChecker: FontChecker
  series: SeriesRoom
  identity: Pick<Identity, 'lockAgainstRemoval' | 'lockAllAgainstRemoval'>
  video: EmbeddedHost
  jobs: Jobs
  storage: ObjectStorage
  /** Runs the pending jobs, as a worker would. */
  work(): Promise<void>
  /** Runs the scheduled jobs, and then the pending ones. */
  runScheduled(): Promise<void>
  secret: string
  events: Events
  emit: Emit
  /** Listeners of room events, in the order in which they run. */
  listeners: RoomListener[]
  clock: Clock & { set(at: string): void }
  addCreator(fields?: { username?: string; founderBadge?: boolean }): Promise<Account>
  addViewer(): Promise<Account>
  /** Adds a video of this creator in a state, `ready` by default. */
  addVideo(creator: Account, state?: VideoState): Promise<string>
  /** Does what a worker does when the first rendition plays. */
  makePlayable(videoId: string): Promise<void>
  /** Publishes an episode on a new video. */
  publish(creator: Account, fields?: Partial<NewEpisode>, state?: VideoState): Promise<Episode>
  close(): Promise<void>
}

/**
 * @param database the caller's own migrated one; closing the catalog drops it
 * @param options.holdFor whether new episodes are held back; none by default
 */
export async function openTestCatalog(
  database: { connectionString: string; drop(): Promise<void> },
  options: Pick<CatalogParts, 'holdFor'> = {},
): Promise<TestCatalog> {
  const { db, close } = openDatabase(database.connectionString, () => {}, 30)
  const mediaDir = await mkdtemp(join(tmpdir(), 'hoshi-catalog-'))
  let now = new Date('2026-05-01T12:00:00.000Z')
  const clock = {
    now: () => now,
    set(at: string) {
      now = new Date(at)
    },
  }
  const { jobs, work, runScheduled } = createManualJobs()
  const storage = createDiskStorage(mediaDir)
  const uploadFiles = createGrowingUploads(storage)
  const secret = 'a secret of tests'
  const listeners: RoomListener[] = []
  const emit = createEmit(listeners)
  const identity: TestCatalog['identity'] = {
    async lockAgainstRemoval(trx, uid) {
      if (!(await lockAccountAgainstRemoval(trx, uid))) throw new Refusal('identity.sign_in_required')
    },
    lockAllAgainstRemoval: lockAccountsAgainstRemoval,
  }
  const video = createEmbeddedHost({
    db,
    clock,
    jobs,
    identity,
    events: noEvents,
    emit,
    locks: { tryAcquire: async () => null, close: async () => {} },
    storage,
    uploadFiles,
    space: createUploadSpace({
      db,
      clock,
      identity: { find: (uid) => findAccountByUid(db, uid, clock.now()) },
      diskSpace: createDiskSpace({ uploadFiles, clock, reserveBytes: 0 }),
      uploadFiles,
      log: createLog('silent'),
    }),
    limits: { maxUploadBytes: 1e9, creatorQuotaBytes: 1e12 },
    mediaBaseUrl: null,
    cdn: { purge: async () => {} },
    scratchDir: join(mediaDir, 'scratch'),
    requestAv1: async () => 0,
    reprocessReceived: async () => null,
    withSampledPictures: async () => null,
    withFileTexts: createFileTexts({ db, scratch: createScratchFolders(join(mediaDir, 'scratch'), storage) }),
    setTextTracks: createVideoTransitions({ db, clock, jobs, events: noEvents, storage, emit }).publishTextTracks,
    withScratchFolder: async () => {
      throw new Error('Nothing is drawn in these tests.')
    },
  })
  const fontChecker: FontChecker = {
    withSanitizedFont: (font, maxBytes, use) => withSanitizedFont(mediaDir, font, maxBytes, use),
  }
  const creators = createCreators({
    db,
    identity: {
      ensureMaySignUp: async () => {},
      // Accounts without a password: nobody signs in here, and hashing is deliberately slow.
      prepareAccount: async (input) => async (trx) => storeAccount(trx, input),
      makeCreator: async () => false,
    },
  })
  const roomParts = { db, clock, jobs, events: noEvents, emit, video, creators, identity, secret }
  const catalog = createCatalog({ ...roomParts, ...options })

  const posterProcessor: PosterProcessor = {
    withFittedImage: async () => {
      throw new Error('Nothing is drawn in these tests.')
    },
  }
  const seriesParts = { db, clock, events: noEvents, jobs, storage, posterProcessor, identity, catalog, creators }

  function signUp(role: ChosenRole, username = ''): Promise<Account> {
    const input = { email: `${newId()}@example.com`, password: 'long enough', role, agreedToTerms: true, username }
    return creators.signUp(input, { ip: '192.0.2.1' })
  }

  async function storeAccount(trx: Trx, { email, role }: { email: string; role: ChosenRole }): Promise<Account> {
    const uid = newId()
    await sql`insert into users (id, email, role) values (${uid}, ${email}, ${role})`.execute(trx)
    return { uid, email, role, isCreator: role === 'creator', createdAt: clock.now(), suspension: null }
  }

  async function addVideo(creator: Account, state: VideoState = 'ready'): Promise<string> {
    const { uid } = await video.requestUpload(creator, { name: 'clip.mp4', sizeBytes: 1000 })
    await setState(db, uid, state)
    return uid
  }

  return {
    db,
    connectionString: database.connectionString,
    catalog,
    creators,
    subtitles: createSubtitles({
      db,
      clock,
      jobs,
      identity,
      creators,
      catalog,
      video,
      storage,
      emit,
      secret,
      fontChecker,
    }),
    fontChecker,
    series: createSeries(seriesParts),
    identity,
    video,
    jobs,
    storage,
    work,
    runScheduled,
    secret,
    events: noEvents,
    emit,
    listeners,
    clock,
    async addCreator({ username = '', founderBadge = false } = {}) {
      const account = await signUp('creator', username)
      await sql`update creators set founder_badge = ${founderBadge} where uid = ${account.uid}`.execute(db)
      return account
    },
    addViewer: () => signUp('viewer'),
    addVideo,
    async makePlayable(videoId) {
      await transact(db, async (trx) => {
        await setState(trx, videoId, 'ready')
        await videoBecamePlayable(trx, { jobs, emit }, videoId)
      })
    },
    async publish(creator, fields = {}, state = 'ready') {
      const videoId = await addVideo(creator, state)
      return catalog.publish(creator, { title: 'Stars', genre: 'Drama', nsfw: false, videoId, ...fields })
    },
    async close() {
      await close()
      await database.drop()
      await rm(mediaDir, { recursive: true, force: true })
    },
  }
}

async function setState(db: Db, uid: string, state: VideoState): Promise<void> {
  const masterName = state === 'ready' ? 'master.m3u8' : null
  await sql`update videos set state = ${state}, master_name = ${masterName} where uid = ${uid}`.execute(db)
}

/** Jobs that wait for `work`; those without a handler are dropped. */
function createManualJobs(): Pick<TestCatalog, 'jobs' | 'work' | 'runScheduled'> {
  const pending: { kind: string; data: object }[] = []
  const scheduled: string[] = []
  const handlers = new Map<string, (data: object) => Promise<void>>()
  const jobs: Jobs = {
    ...noopJobs,
    enqueue: async (_db, kind, data) => void pending.push({ kind: kind.name, data }),
    schedule: (kind) => void scheduled.push(kind.name),
    enqueueFairly: async (_trx, kind, all) => void pending.push(...all.map((data) => ({ kind: kind.name, data }))),
    handle: (kind, _concurrency, run) =>
      void handlers.set(kind.name, (data) => run(data as never, { signal: new AbortController().signal })),
  }
  async function work() {
    for (const { kind, data } of pending.splice(0)) await handlers.get(kind)?.(data)
  }
  return {
    jobs,
    work,
    async runScheduled() {
      pending.push(...scheduled.map((kind) => ({ kind, data: {} })))
      await work()
    },
  }
}

const noEvents: Events = {
  publish: async () => {},
  subscribe: () => () => {},
  isListening: () => true,
  ready: async () => {},
  close: async () => {},
}
