import { appendFile, mkdir, mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#platform/database.server.ts'
import { createDiskStorage, type DiskStorage } from '#platform/disk-storage.server.ts'
import { newId } from '#platform/ids.server.ts'
import { createJobs, type Jobs } from '#platform/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import type { Emit } from '#platform/room-events.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { createVideoTransitions } from '../encode/video-transitions.server.ts'
import { mediaPlaylist } from '../media/hls/media-playlist.ts'
import { mediaCleanupJob, posterJob } from '../video-jobs.ts'
import { findVideoRow, renditionsOf } from '../video-rows.server.ts'
import { createVideoAudit } from './audit.server.ts'

const DAY_MS = 24 * 3_600_000
let dir: string
let home: TestDatabase
let database: Database
let jobs: Jobs
let storage: DiskStorage
let aheadMs = 0
const emitted: string[] = []
const enqueued: string[] = []
const clock = { now: () => new Date(Date.now() + aheadMs) }

beforeAll(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {}, 4)
  await sql`insert into users (id, email, role) values ('maker', 'maker@example.com', 'creator')`.execute(database.db)
  // Only for the queues, in which enqueued jobs wait.
  jobs = createJobs(home.connectionString, createLog('silent'))
  for (const kind of [mediaCleanupJob, posterJob]) jobs.handle(kind, 1, async () => {})
  await jobs.start({ work: false })
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
  await home.drop()
})
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-audit-'))
  storage = createDiskStorage(join(dir, 'files'))
  aheadMs = 0
  emitted.length = 0
  enqueued.length = 0
})
afterEach(async () => {
  await sql`delete from videos`.execute(database.db)
  await sql`delete from erasures`.execute(database.db)
  await sql`delete from pgboss.job`.execute(database.db)
  await rm(dir, { recursive: true, force: true })
})

const events = {
  publish: async () => {},
  subscribe: () => () => {},
  isListening: () => true,
  ready: async () => {},
  close: async () => {},
}
const emit: Emit = async (_trx, { name }) => void emitted.push(name)
const uploadFiles = {
  receivedBytes: async (uid: string) => (await storage.stat(`originals/${uid}`))?.sizeBytes ?? null,
}
const parts = () => ({ db: database.db, clock, events, storage, uploadFiles, emit, log: createLog('silent') })

function audit(options: { repairs?: boolean; isForced?: boolean } = {}) {
  const record = async (_db: unknown, kind: { name: string }) => void enqueued.push(kind.name)
  const recordingJobs = { ...jobs, enqueue: record, enqueueFairly: record }
  const transitions = createVideoTransitions({ ...parts(), jobs: recordingJobs })
  const host = { endUpload: async (uid: string) => void emitted.push(`ended ${uid}`) }
  return createVideoAudit({ ...parts(), transitions, host })({ repairs: false, isForced: false, ...options })
}

/** Findings without their notes, which are for people. */
async function found(options: { repairs?: boolean; isForced?: boolean } = {}) {
  const { findings } = await audit(options)
  return findings.map(({ kind, key, done }) => [kind, key, done])
}

const path = (key: string) => join(dir, 'files', key)

async function put(key: string, bytes: string): Promise<void> {
  await mkdir(dirname(path(key)), { recursive: true })
  await writeFile(path(key), bytes)
}

async function anUpload(state: string, sizeBytes = 8): Promise<string> {
  const uid = newId()
  await sql`insert into videos (uid, creator_id, name, size_bytes, state, upload_key_hash, upload_expires_at, created_at)
    values (${uid}, 'maker', 'clip', ${sizeBytes}, ${state}, ${Buffer.from(uid)}, now(), now() - interval '1 hour')`.execute(
    database.db,
  )
  await put(`originals/${uid}`, 'original')
  return uid
}

/** A video that plays, with the files that its rows name; its one rendition was made of chunks. */
async function aVideo() {
  const uid = await anUpload('ready')
  const [id, attempt] = [newId(), newId()]
  const names = {
    master: `master-${newId()}.m3u8`,
    poster: `poster-${newId()}.webp`,
    playlist: `index-${newId()}.m3u8`,
  }
  const segments = ['0001.m4s', '0002.m4s'].map((name) => ({ uri: `${attempt}/${name}`, seconds: 4 }))
  const init = `${attempt}/init.mp4`
  const rendition = `media/${uid}/${id}`
  await put(`media/${uid}/${names.master}`, '#EXTM3U\n')
  await put(`media/${uid}/${names.poster}`, 'poster')
  await put(
    `${rendition}/${names.playlist}`,
    mediaPlaylist({ init, segments }, { isComplete: true, longestSeconds: 4 }),
  )
  await put(`${rendition}/growing.m3u8`, 'grown')
  await put(`${rendition}/${init}`, 'init')
  for (const { uri } of segments) await put(`${rendition}/${uri}`, 'segment')
  await sql`update videos set master_name = ${names.master}, poster_name = ${names.poster}, percent_complete = 100
    where uid = ${uid}`.execute(database.db)
  const files = [names.playlist, init, ...segments.map(({ uri }) => uri)]
  await sql`insert into renditions (id, video_uid, origin, width, height, codecs, peak_bandwidth, average_bandwidth, frame_rate,
    size_bytes, file_names) values (${id}, ${uid}, 'encode', 640, 360, 'avc1', 1, 1, 24, 14, ${files})`.execute(
    database.db,
  )
  return { uid, rendition, ...names, attempt }
}

describe('an audit', () => {
  it('finds nothing when rows and files agree, whatever state a video is in', async () => {
    await aVideo()
    await anUpload('queued')
    await anUpload('pendingupload', 100)
    const refused = await anUpload('error')
    await sql`update videos set reason_code = 'truncated' where uid = ${refused}`.execute(database.db)
    await rm(path(`originals/${refused}`))
    const mayTryAgain = await anUpload('error')
    await sql`update videos set reason_code = 'processing_failed' where uid = ${mayTryAgain}`.execute(database.db)
    expect(await audit()).toMatchObject({ findings: [], refusals: [], checked: { rows: 5 } })
  })

  it('reports missing files, files of another size and files that no row names, and changes nothing', async () => {
    const [one, two, three] = [await aVideo(), await aVideo(), await aVideo()]
    await rm(path(`${one.rendition}/${one.attempt}/0002.m4s`))
    await truncate(path(`${two.rendition}/${two.attempt}/0001.m4s`), 3)
    await appendFile(path(`originals/${two.uid}`), 'more')
    await rm(path(`media/${three.uid}/${three.poster}`))
    await put(`${three.rendition}/late-attempt/0001.m4s`, 'late')
    await put('originals/nobody', 'bytes')
    await put(`media/${two.uid}/master-old.m3u8`, 'old')
    const before = await readdir(dir, { recursive: true })
    expect((await found()).sort()).toEqual(
      [
        ['missing', one.rendition, null],
        ['different', two.rendition, null],
        ['different', `originals/${two.uid}`, null],
        ['missing', `media/${three.uid}/${three.poster}`, null],
        ['stray', `${three.rendition}/late-attempt`, null],
        ['stray', 'originals/nobody', null],
        ['stray', `media/${two.uid}/master-old.m3u8`, null],
      ].sort(),
    )
    expect([await readdir(dir, { recursive: true }), enqueued]).toEqual([before, []])
  })

  it('attributes to a video only the parts that its own plan names', async () => {
    const [one, two] = [await anUpload('inprogress'), await anUpload('inprogress')]
    for (const uid of [one, two]) {
      await sql`insert into chunk_plans (video_uid, stage, renditions, sound_name, longest_segment_seconds)
        values (${uid}, 'first', ${JSON.stringify([{ id: `made-of-${uid}` }])}, ${`sound-of-${uid}`}, 4)`.execute(
        database.db,
      )
      await put(`media/${uid}/made-of-${uid}/0001.m4s`, 'segment')
    }
    await put(`media/${one}/sound-of-${one}`, 'sound')
    await put(`media/${one}/sound-of-${two}`, 'sound')
    expect((await found()).sort()).toEqual([
      ['missing', `media/${two}/sound-of-${two}`, null],
      ['stray', `media/${one}/sound-of-${two}`, null],
    ])
  })

  it('ignores a retired rendition, which players may still use', async () => {
    const video = await aVideo()
    const id = newId()
    await put(`media/${video.uid}/${id}/index.m3u8`, 'retired')
    expect(await found()).toEqual([['stray', `media/${video.uid}/${id}`, null]])
    await sql`insert into retired_renditions (id, video_uid, retired_at) values (${id}, ${video.uid}, now())`.execute(
      database.db,
    )
    expect(await found()).toEqual([])
  })

  it('ignores files of a pending job, of a deletion and of an upload that has just started', async () => {
    const video = await aVideo()
    await put(`media/${video.uid}/just-stored/index.m3u8`, 'x')
    await jobs.enqueue(database.db, mediaCleanupJob, { uid: video.uid }, { startAfterSeconds: 60 })
    await put('originals/deleted', 'bytes')
    await sql`insert into erasures (uid) values ('deleted')`.execute(database.db)
    const started = await anUpload('pendingupload')
    await sql`update videos set created_at = now() where uid = ${started}`.execute(database.db)
    await rm(path(`originals/${started}`))
    expect(await found()).toEqual([])
  })
})

describe('a repair', () => {
  it('reprocesses a video from its original, so that rows and files agree', async () => {
    const video = await aVideo()
    await rm(path(`${video.rendition}/${video.attempt}/init.mp4`))
    expect(await found({ repairs: true })).toEqual([['missing', video.rendition, 'will be rebuilt from its original']])
    const row = await findVideoRow(database.db, video.uid)
    expect(row).toMatchObject({ state: 'queued', percent_complete: 0, master_name: null, poster_name: video.poster })
    expect([enqueued, emitted, await renditionsOf(database.db, video.uid)]).toEqual([
      ['video.measure'],
      ['video.unplayable'],
      [],
    ])
  })

  it('fails a video of which no complete copy is left, and its creator can see that', async () => {
    const video = await aVideo()
    const waits = await anUpload('queued')
    await rm(path(`${video.rendition}`), { recursive: true })
    for (const uid of [video.uid, waits]) await rm(path(`originals/${uid}`))
    const done = (await found({ repairs: true })).map(([, , each]) => each)
    expect(done).toEqual(Array(3).fill('failed, which its creator is told'))
    const end = { state: 'error', reason_code: 'processing_failed' }
    expect(await findVideoRow(database.db, video.uid)).toMatchObject(end)
    expect(await findVideoRow(database.db, waits)).toMatchObject(end)
    expect(emitted).toEqual(['video.unplayable'])
  })

  it('leaves a video playable that has lost only its original, and keeps reporting the loss', async () => {
    const video = await aVideo()
    await rm(path(`originals/${video.uid}`))
    expect(await found({ repairs: true })).toEqual([['missing', `originals/${video.uid}`, null]])
    expect(await findVideoRow(database.db, video.uid)).toMatchObject({ state: 'ready', master_name: video.master })
  })

  it('has lost texts of a playlist listed again, and lists none until then', async () => {
    const video = await aVideo()
    const id = newId()
    await sql`insert into text_tracks (id, video_uid, position, source, language, name, kind)
      values (${id}, ${video.uid}, 0, 'a', 'en', 'English', 'subtitles')`.execute(database.db)
    await put(`media/${video.uid}/captions-${id}.m3u8`, '#EXTM3U\n')
    const lost = `media/${video.uid}/captions-${id}.vtt`
    expect(await found()).toEqual([['missing', lost, null]])
    expect(await found({ repairs: true })).toEqual([['missing', lost, 'will be listed again']])
    expect(emitted).toEqual(['video.text-tracks-lost'])
    expect((await sql`select 1 from text_tracks`.execute(database.db)).rows).toEqual([])
    const row = await findVideoRow(database.db, video.uid)
    expect(row?.master_name).not.toBe(video.master)
  })

  it('has whole files made again when the beginning of one is lost, and offers none until then', async () => {
    const video = await aVideo()
    const name = `file-${newId()}.mp4`
    await sql`insert into mp4_files (rendition_id, video_uid, name, size_bytes, parts)
      select id, video_uid, ${name}, 9, '[{"name": "0001.m4s", "sizeBytes": 7}]' from renditions
      where video_uid = ${video.uid}`.execute(database.db)
    const lost = `media/${video.uid}/${name}`
    expect(await found({ repairs: true })).toEqual([['missing', lost, 'will be made again']])
    expect((await sql`select 1 from mp4_files`.execute(database.db)).rows).toEqual([])
    expect(await found()).toEqual([])
  })

  it('queues new posters, rewrites a lost master playlist, and ends an upload without a file', async () => {
    const video = await aVideo()
    const upload = await anUpload('pendingupload')
    await rm(path(`originals/${upload}`))
    await rm(path(`media/${video.uid}/${video.poster}`))
    await rm(path(`media/${video.uid}/${video.master}`))
    expect((await found({ repairs: true })).sort()).toEqual(
      [
        ['missing', `originals/${upload}`, 'the upload has ended'],
        ['missing', `media/${video.uid}/${video.master}`, 'listed again'],
        ['missing', `media/${video.uid}/${video.poster}`, 'is drawn again'],
      ].sort(),
    )
    expect([enqueued.includes(posterJob.name), emitted]).toEqual([true, [`ended ${upload}`]])
    const row = await findVideoRow(database.db, video.uid)
    expect(row).toMatchObject({ state: 'ready', poster_name: null })
    expect(await storage.stat(`media/${video.uid}/${row?.master_name}`)).not.toBeNull()
    await sql`delete from videos where uid = ${upload}`.execute(database.db)
    // Nothing else is missing, and nothing is left over.
    expect(await found()).toEqual([])
  })

  it('moves files that no row names into the trash once they are a day old', async () => {
    const video = await aVideo()
    await put('originals/nobody', 'bytes')
    await put(`${video.rendition}/late/0001.m4s`, 'late')
    const strays = ['originals/nobody', `${video.rendition}/late`].sort()
    const asFound = (done: string | null) => strays.map((key) => ['stray', key, done])
    const yesterday = new Date(Date.now() - 2 * DAY_MS)
    await utimes(path('originals/nobody'), yesterday, yesterday)
    expect((await found({ repairs: true })).sort()).toEqual(asFound(null).sort())
    aheadMs = DAY_MS
    expect((await found({ repairs: true })).sort()).toEqual(asFound('in the trash for a week').sort())
    const today = clock.now().toISOString().slice(0, 10)
    expect((await readdir(path(`trash/${today}`), { recursive: true })).sort()).toEqual(expect.arrayContaining(strays))
    expect(await found()).toEqual([])
  })

  it('removes no more than a crash can leave, unless requested', async () => {
    await aVideo()
    await aVideo()
    for (let count = 0; count < 11; count++) await put(`originals/nobody${count}`, 'bytes')
    aheadMs = DAY_MS
    const careful = await audit({ repairs: true })
    expect(careful.findings.filter(({ done }) => done !== null)).toEqual([])
    expect(careful.refusals).toHaveLength(1)
    const forced = await audit({ repairs: true, isForced: true })
    expect(forced.findings.filter(({ done }) => done === 'in the trash for a week')).toHaveLength(11)
  })
  it('counts strays of any age, of which a few at a time become a day old', async () => {
    await aVideo()
    for (let count = 0; count < 11; count++) await put(`originals/nobody${count}`, 'bytes')
    const { changedAt } = storage
    storage.changedAt = async (key) => (key.endsWith('nobody0') ? new Date(Date.now() - 2 * DAY_MS) : changedAt(key))
    const { findings, refusals } = await audit({ repairs: true })
    expect([findings.length, findings.filter(({ done }) => done !== null), refusals.length]).toEqual([11, [], 1])
  })
})
