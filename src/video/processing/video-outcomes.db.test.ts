import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#platform/database.server.ts'
import { createDiskStorage, type DiskStorage } from '#platform/disk-storage.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { idleJobs } from '#tests/support/idle-jobs.ts'
import { aMeasurement } from '#tests/support/measurements.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.server.ts'
import { findPlan } from '../chunk-rows.server.ts'
import type { ChunkMade } from '../ffmpeg/chunk.server.ts'
import { segmentName } from '../ffmpeg/hls-arguments.ts'
import { eraseJob, tidyJob } from '../video-jobs.ts'
import { findVideoRow, renditionsOf } from '../video-rows.server.ts'
import { isInLine } from '../video-state.ts'
import { createUpkeep } from './upkeep.server.ts'
import { createVideoOutcomes, type NewRendition } from './video-outcomes.server.ts'

let dir: string
let home: TestDatabase
let database: Database
let storage: DiskStorage
let enqueued: string[] = []
let owners: string[] = []

const jobs: Jobs = {
  ...idleJobs,
  enqueue: async (_db, kind) => void enqueued.push(kind.name),
  enqueueInTurn: async (_trx, kind, data, { owner }) => {
    enqueued.push(...data.map(() => kind.name))
    owners.push(owner)
  },
}
const events = {
  publish: async () => {},
  subscribe: () => () => {},
  isListening: () => true,
  ready: async () => {},
  close: async () => {},
}
const locks = { tryHold: async () => null, close: async () => {} }
const clock = { now: () => new Date() }

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-outcomes-'))
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
  enqueued = []
  owners = []
})

const news = { becamePlayable: async () => {}, ceasedToPlay: async () => {} }
const parts = () => ({ db: database.db, clock, jobs, events, locks, storage, news })
const media = (uid: string) => join(dir, 'files/media', uid)

async function aVideo(state = 'inprogress'): Promise<string> {
  const uid = newId()
  await sql`insert into videos (uid, creator_id, name, size_bytes, state, upload_key_hash, upload_expires_at)
    values (${uid}, 'maker', 'clip', 5, ${state}, ${Buffer.from(uid)}, now())`.execute(database.db)
  return uid
}

const whole = { percentComplete: 100 }

async function aRendition(size = { width: 640, height: 360 }): Promise<NewRendition> {
  const folder = join(dir, newId())
  await mkdir(folder)
  await writeFile(join(folder, 'index.m3u8'), '#EXTM3U\n')
  const facts = {
    ...{ durationSeconds: 10, ...size, frames: 240, codecs: 'avc1.64001e' },
    ...{ peakBandwidth: 500_000, averageBandwidth: 400_000, sizeBytes: 8, segmentFrames: [240], files: ['index.m3u8'] },
  }
  return { origin: 'encode', dir: folder, facts }
}

describe('a measured video that has to be encoded', () => {
  it('joins the line for the encoder and says so, until it is taken', async () => {
    const outcomes = createVideoOutcomes(parts())
    const uid = await aVideo()
    const joined = await outcomes.awaitsEncoding(uid)
    expect([joined && isInLine(joined), enqueued]).toEqual([true, ['video.encode']])
    expect(owners).toEqual(['maker'])
    const taken = await outcomes.begin(uid, 'Encoding 360p')
    expect(taken && isInLine(taken)).toBe(false)
  })
})

describe('a long film that cannot be encoded in chunks', () => {
  it('waits in another line', async () => {
    const outcomes = createVideoOutcomes(parts())
    const uid = await aVideo()
    const video = { width: 1920, height: 1080, packets: 14_400, durationSeconds: 600 }
    await outcomes.measured(uid, aMeasurement({ video, durationSeconds: 600 }))
    await outcomes.awaitsEncoding(uid)
    await outcomes.leftWhole(uid)
    expect(enqueued).toEqual(['video.encode', 'video.slow-encode'])
    expect((await findVideoRow(database.db, uid))?.step).toBe('Waiting')
  })
})

describe('a rendition that two attempts made at once', () => {
  it('is listed once, and the other one’s bytes are left to tidying', async () => {
    const outcomes = createVideoOutcomes(parts())
    const uid = await aVideo()
    const [first, second] = [await aRendition(), await aRendition()]
    expect(await outcomes.renditionsMade(uid, [first], whole)).toMatchObject({ state: 'ready', percent_complete: 100 })
    enqueued = []
    expect(await outcomes.renditionsMade(uid, [second], whole)).toBeNull()
    expect(enqueued).toEqual([tidyJob.name])
    await createUpkeep({ ...parts(), log: createLog('silent'), host: { endUpload: async () => {} } }).tidy(uid)
    const row = await findVideoRow(database.db, uid)
    const renditions = await renditionsOf(database.db, uid)
    expect(renditions).toHaveLength(1)
    expect((await readdir(media(uid))).sort()).toEqual([renditions[0]?.id, row?.master_name].sort())
  })
})

describe('several renditions', () => {
  it('are listed together, and one that was there already is not listed again', async () => {
    const outcomes = createVideoOutcomes(parts())
    const uid = await aVideo()
    await outcomes.renditionsMade(uid, [await aRendition()], { percentComplete: 12.7 })
    expect((await findVideoRow(database.db, uid))?.percent_complete).toBe(12)
    const more = [await aRendition(), await aRendition({ width: 1280, height: 720 })]
    expect(await outcomes.renditionsMade(uid, more, whole)).toMatchObject({ percent_complete: 100 })
    const listed = await renditionsOf(database.db, uid)
    expect(listed.map(({ height, segment_frames }) => [height, segment_frames])).toEqual([
      [720, [240]],
      [360, [240]],
    ])
  })
})

describe('tidying that comes between storing and naming', () => {
  it('makes the attempt fail, so that no row names bytes that are gone', async () => {
    const uid = await aVideo()
    const upkeep = createUpkeep({ ...parts(), log: createLog('silent'), host: { endUpload: async () => {} } })
    const outcomes = createVideoOutcomes({
      ...parts(),
      storage: {
        ...storage,
        async putFolder(key, path) {
          await storage.putFolder(key, path)
          await upkeep.tidy(uid)
        },
        async putFile(key, path) {
          await storage.putFile(key, path)
          await upkeep.tidy(uid)
        },
      },
    })
    await expect(outcomes.renditionsMade(uid, [await aRendition()], whole)).rejects.toThrow('tidied away')
    expect(await renditionsOf(database.db, uid)).toEqual([])
    expect((await findVideoRow(database.db, uid))?.state).toBe('inprogress')

    await sql`update videos set state = 'ready' where uid = ${uid}`.execute(database.db)
    const poster = join(dir, 'poster.webp')
    await writeFile(poster, 'x')
    await expect(outcomes.posterMade(uid, poster)).rejects.toThrow('tidied away')
    expect((await findVideoRow(database.db, uid))?.poster_name).toBeNull()
  })
})

describe('an end', () => {
  it('asks for tidying, since an attempt before it may have died between storing and naming', async () => {
    const outcomes = createVideoOutcomes(parts())
    await outcomes.gaveUp(await aVideo(), 'processing_failed')
    const poster = join(dir, 'another-poster.webp')
    await writeFile(poster, 'x')
    await outcomes.posterMade(await aVideo('ready'), poster)
    expect(enqueued).toEqual([tidyJob.name, tidyJob.name])
  })

  it('of a refused file asks for its bytes to be erased, and erasing spares a video that is wanted again', async () => {
    const outcomes = createVideoOutcomes(parts())
    const upkeep = createUpkeep({ ...parts(), log: createLog('silent'), host: { endUpload: async () => {} } })
    const uid = await aVideo()
    await storage.createEmpty(`originals/${uid}`)
    await outcomes.refused(uid, 'truncated')
    expect(enqueued).toEqual([eraseJob.name])
    await sql`update videos set state = 'queued', reason_code = null where uid = ${uid}`.execute(database.db)
    await upkeep.erase(uid)
    expect(existsSync(storage.pathOf(`originals/${uid}`))).toBe(true)
    await outcomes.refused(uid, 'truncated')
    await upkeep.erase(uid)
    expect(existsSync(storage.pathOf(`originals/${uid}`))).toBe(false)
  })
})

describe('a video whose beginning plays while the rest is made', () => {
  const target = {
    ...{ kind: 'encode' as const, name: '360p', width: 640, height: 360, audio: 'none' as const },
    ...{ maxVideoBitsPerSecond: 500_000, preset: 'superfast' as const },
  }
  const chunk = (number: number) => ({
    ...{ number, firstPicture: number * 192, pictures: 192, seekSeconds: null, fromSeconds: number * 8 },
    ...{ toSeconds: null, startsAt: number * 8, endsAt: number * 8 + 8, firstSegment: number, segmentStarts: [0] },
  })

  const segment = { seconds: 8, sizeBytes: 8, frames: 192 }

  /** What an attempt at a chunk leaves: one segment of these bytes. */
  async function anAttempt(number: number, bytes: string): Promise<ChunkMade> {
    const folder = join(dir, newId())
    const name = segmentName(number + 1)
    await mkdir(folder)
    for (const file of ['index.m3u8', 'init.mp4']) await writeFile(join(folder, file), file)
    await writeFile(join(folder, name), bytes)
    return { dir: folder, init: 'init.mp4', codecs: 'avc1.64001e', segments: [{ ...segment, name }] }
  }

  /** One of two chunks is there. */
  async function growing() {
    const told: string[] = []
    const outcomes = createVideoOutcomes({
      ...parts(),
      news: {
        becamePlayable: async () => void told.push('plays'),
        ceasedToPlay: async () => void told.push('ceased'),
      },
    })
    const uid = await aVideo()
    const newPlan = { stage: 'first' as const, renditions: [{ id: newId(), target }], soundName: null, step: '' }
    const planned = [0, 1].map((number) => ({ chunk: chunk(number), sound: null }))
    await outcomes.chunksPlanned(uid, { ...newPlan, longestSegmentSeconds: 8 }, planned)
    const plan = (await findPlan(database.db, uid, 'first'))!
    await outcomes.chunkMade(uid, plan, 0, [await anAttempt(0, 'the first')])
    expect(await findVideoRow(database.db, uid)).toMatchObject({ state: 'ready', percent_complete: 50 })
    return { outcomes, uid, told, plan }
  }

  /** Every file that viewers are led to by the master playlist, with its bytes. */
  async function published(uid: string): Promise<Record<string, string>> {
    const row = await findVideoRow(database.db, uid)
    const read = (name: string) => readFile(join(media(uid), name), 'utf8')
    const list = (await read(row?.master_name ?? '')).split('\n').find((line) => line.endsWith('.m3u8')) ?? ''
    const playlist = await read(list)
    const folder = list.replace(/\/.*/, '')
    const names = [...playlist.matchAll(/^(?:#EXT-X-MAP:URI=")?([\w/]+\.m(?:4s|p4))"?$/gm)].map(
      (match) => `${folder}/${match[1]}`,
    )
    const files = await Promise.all(names.map(async (name) => [name, await read(name)]))
    return { [list]: playlist, ...Object.fromEntries(files) }
  }

  it('keeps what is published when a slow worker comes late with a chunk that another one has made', async () => {
    const { outcomes, uid, plan } = await growing()
    const slow = createVideoOutcomes(parts())
    const begun = await published(uid)
    expect(Object.values(begun)).toContain('the first')
    await slow.chunkMade(uid, plan, 0, [await anAttempt(0, 'the first, late')])
    expect(await published(uid)).toEqual(begun)

    await outcomes.chunkMade(uid, plan, 1, [await anAttempt(1, 'the second')])
    const whole = await published(uid)
    expect(Object.values(whole).slice(1)).toEqual(['init.mp4', 'the first', 'the second'])
    for (const number of [0, 1]) await slow.chunkMade(uid, plan, number, [await anAttempt(number, 'later still')])
    await slow.inOneGo(uid, plan, 1)
    expect(await published(uid)).toEqual(whole)

    // What the slow one stored in vain goes, and nothing else.
    enqueued = []
    await slow.chunkMade(uid, plan, 1, [await anAttempt(1, 'in vain')])
    expect(enqueued).toEqual([tidyJob.name])
    await createUpkeep({ ...parts(), log: createLog('silent'), host: { endUpload: async () => {} } }).tidy(uid)
    expect(await published(uid)).toEqual(whole)
    const kept = (await readdir(media(uid), { recursive: true, withFileTypes: true })).filter((each) => each.isFile())
    const growingList = join(plan.renditions[0]!.id, 'growing.m3u8')
    const master = (await findVideoRow(database.db, uid))?.master_name
    expect(kept.map((each) => relative(media(uid), join(each.parentPath, each.name))).sort()).toEqual(
      [...Object.keys(whole), growingList, master].sort(),
    )
  })

  it('goes on in chunks when a slow worker fails on one that another one has made', async () => {
    const { outcomes, uid, plan } = await growing()
    await outcomes.inOneGo(uid, plan, 0)
    expect(await findVideoRow(database.db, uid)).toMatchObject({ state: 'ready', percent_complete: 50 })
    expect(await findPlan(database.db, uid, 'first')).toEqual(plan)
  })

  it('is hidden again when it has to be encoded in one go', async () => {
    const { outcomes, uid, told, plan } = await growing()
    await outcomes.inOneGo(uid, plan, 1)
    expect(await findVideoRow(database.db, uid)).toMatchObject({ state: 'inprogress', master_name: null })
    expect(told).toEqual(['plays', 'ceased'])
    expect(enqueued.at(-1)).toBe('video.encode')
    await outcomes.renditionsMade(uid, [await aRendition()], whole)
    expect(await findVideoRow(database.db, uid)).toMatchObject({ state: 'ready', percent_complete: 100 })
    expect(told).toEqual(['plays', 'ceased', 'plays'])
  })

  it('ends as an error when the rest cannot be made', async () => {
    const { outcomes, uid, told } = await growing()
    await outcomes.gaveUp(uid, 'processing_failed')
    expect(await findVideoRow(database.db, uid)).toMatchObject({ state: 'error', master_name: null })
    expect(told).toEqual(['plays', 'ceased'])
  })
})
