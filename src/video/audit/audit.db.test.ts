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
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.server.ts'
import { mediaPlaylist } from '../ffmpeg/media-playlist.ts'
import { createVideoOutcomes } from '../processing/video-outcomes.server.ts'
import { posterJob, tidyJob } from '../video-jobs.ts'
import { findVideoRow, renditionsOf } from '../video-rows.server.ts'
import { createVideoAudit } from './audit.server.ts'

const DAY_MS = 24 * 3_600_000
let dir: string
let home: TestDatabase
let database: Database
let jobs: Jobs
let storage: DiskStorage
let aheadMs = 0
const told: string[] = []
const enqueued: string[] = []
const clock = { now: () => new Date(Date.now() + aheadMs) }

beforeAll(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {}, 4)
  await sql`insert into users (id, email, role) values ('maker', 'maker@example.com', 'creator')`.execute(database.db)
  // Only for the queues: what is enqueued waits in them.
  jobs = createJobs(home.connectionString, createLog('silent'))
  for (const kind of [tidyJob, posterJob]) jobs.handle(kind, 1, async () => {})
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
  told.length = 0
  enqueued.length = 0
})
afterEach(async () => {
  await sql`delete from videos`.execute(database.db)
  await sql`delete from erasures`.execute(database.db)
  await sql`delete from pgboss.job`.execute(database.db)
  await rm(dir, { recursive: true, force: true })
})

const events = {
  ...{ publish: async () => {}, subscribe: () => () => {}, isListening: () => true },
  ...{ ready: async () => {}, close: async () => {} },
}
const news = { becamePlayable: async () => {}, ceasedToPlay: async () => void told.push('ceased to play') }
const parts = () => ({ db: database.db, clock, events, storage, news, log: createLog('silent') })

function audit(wish: { repairs?: boolean; evenMany?: boolean } = {}) {
  const note = async (_db: unknown, kind: { name: string }) => void enqueued.push(kind.name)
  const noted = { ...jobs, enqueue: note, enqueueInTurn: note }
  const outcomes = createVideoOutcomes({ ...parts(), jobs: noted })
  const host = { endUpload: async (uid: string) => void told.push(`ended ${uid}`) }
  return createVideoAudit({ ...parts(), outcomes, host })({ repairs: false, evenMany: false, ...wish })
}

/** Without notes: their words are for people. */
async function found(wish: { repairs?: boolean; evenMany?: boolean } = {}) {
  const { findings } = await audit(wish)
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
async function aFilm() {
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
  await put(`${rendition}/${names.playlist}`, mediaPlaylist({ init, segments }, { isWhole: true, longestSeconds: 4 }))
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
  it('finds nothing where rows and files agree, whatever state a video is in', async () => {
    await aFilm()
    await anUpload('queued')
    await anUpload('pendingupload', 100)
    const refused = await anUpload('error')
    await sql`update videos set reason_code = 'truncated' where uid = ${refused}`.execute(database.db)
    await rm(path(`originals/${refused}`))
    const mayTryAgain = await anUpload('error')
    await sql`update videos set reason_code = 'processing_failed' where uid = ${mayTryAgain}`.execute(database.db)
    expect(await audit()).toMatchObject({ findings: [], refusals: [], looked: { rows: 5 } })
  })

  it('tells what is missing, what has another size, and what no row names, and changes nothing', async () => {
    const [one, two, three] = [await aFilm(), await aFilm(), await aFilm()]
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

  it('looks at what a film is made of by its own plan, and at nobody else’s', async () => {
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

  it('lets alone what is on its way: files of a job, of a deletion, of an upload that begins', async () => {
    const film = await aFilm()
    await put(`media/${film.uid}/just-stored/index.m3u8`, 'x')
    await jobs.enqueue(database.db, tidyJob, { uid: film.uid }, { startAfterSeconds: 60 })
    await put('originals/deleted', 'bytes')
    await sql`insert into erasures (uid) values ('deleted')`.execute(database.db)
    const begun = await anUpload('pendingupload')
    await sql`update videos set created_at = now() where uid = ${begun}`.execute(database.db)
    await rm(path(`originals/${begun}`))
    expect(await found()).toEqual([])
  })
})

describe('a repair', () => {
  it('has a film made anew whose original is there, and agrees from then on', async () => {
    const film = await aFilm()
    await rm(path(`${film.rendition}/${film.attempt}/init.mp4`))
    expect(await found({ repairs: true })).toEqual([['missing', film.rendition, 'is made anew from its original']])
    const row = await findVideoRow(database.db, film.uid)
    expect(row).toMatchObject({ state: 'queued', percent_complete: 0, master_name: null, poster_name: film.poster })
    expect([enqueued, told, await renditionsOf(database.db, film.uid)]).toEqual([
      ['video.measure'],
      ['ceased to play'],
      [],
    ])
  })

  it('ends a film as failed that is nowhere whole, so that its creator reads of it', async () => {
    const film = await aFilm()
    const waits = await anUpload('queued')
    await rm(path(`${film.rendition}`), { recursive: true })
    for (const uid of [film.uid, waits]) await rm(path(`originals/${uid}`))
    const done = (await found({ repairs: true })).map(([, , each]) => each)
    expect(done).toEqual(Array(3).fill('failed, which its creator is told'))
    const end = { state: 'error', reason_code: 'processing_failed' }
    expect(await findVideoRow(database.db, film.uid)).toMatchObject(end)
    expect(await findVideoRow(database.db, waits)).toMatchObject(end)
    expect(told).toEqual(['ceased to play'])
  })

  it('lets a film play that has lost its original only, and goes on telling of it', async () => {
    const film = await aFilm()
    await rm(path(`originals/${film.uid}`))
    expect(await found({ repairs: true })).toEqual([['missing', `originals/${film.uid}`, null]])
    expect(await findVideoRow(database.db, film.uid)).toMatchObject({ state: 'ready', master_name: film.master })
  })

  it('has pictures drawn again, writes a lost list anew, and ends an upload without a file', async () => {
    const film = await aFilm()
    const upload = await anUpload('pendingupload')
    await rm(path(`originals/${upload}`))
    await rm(path(`media/${film.uid}/${film.poster}`))
    await rm(path(`media/${film.uid}/${film.master}`))
    expect((await found({ repairs: true })).sort()).toEqual(
      [
        ['missing', `originals/${upload}`, 'the upload has ended'],
        ['missing', `media/${film.uid}/${film.master}`, 'listed anew'],
        ['missing', `media/${film.uid}/${film.poster}`, 'is drawn again'],
      ].sort(),
    )
    expect([enqueued.includes(posterJob.name), told]).toEqual([true, [`ended ${upload}`]])
    const row = await findVideoRow(database.db, film.uid)
    expect(row).toMatchObject({ state: 'ready', poster_name: null })
    expect(await storage.stat(`media/${film.uid}/${row?.master_name}`)).not.toBeNull()
    await sql`delete from videos where uid = ${upload}`.execute(database.db)
    // The list from before is named by nothing now, which a tidying job takes.
    expect(await found()).toEqual([])
  })

  it('moves what no row names into the trash once it is a day old', async () => {
    const film = await aFilm()
    await put('originals/nobody', 'bytes')
    await put(`${film.rendition}/late/0001.m4s`, 'late')
    const strays = ['originals/nobody', `${film.rendition}/late`].sort()
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

  it('takes no more than a crash leaves, unless it is told to', async () => {
    await aFilm()
    await aFilm()
    for (let count = 0; count < 11; count++) await put(`originals/nobody${count}`, 'bytes')
    aheadMs = DAY_MS
    const careful = await audit({ repairs: true })
    expect(careful.findings.filter(({ done }) => done !== null)).toEqual([])
    expect(careful.refusals).toHaveLength(1)
    const told = await audit({ repairs: true, evenMany: true })
    expect(told.findings.filter(({ done }) => done === 'in the trash for a week')).toHaveLength(11)
  })
})
