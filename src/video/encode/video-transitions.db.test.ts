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
import type { Emit } from '#platform/room-events.ts'
import { createMediaInfo } from '#tests/support/media-info.ts'
import { noopJobs } from '#tests/support/noop-jobs.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.server.ts'
import { chunksOf, findPlan } from '../chunk-rows.server.ts'
import { createCleanup } from '../cleanup/cleanup.server.ts'
import { createUploadFiles } from '../ingest/upload-files.server.ts'
import type { EncodedChunk } from '../media/hls/chunk.server.ts'
import { segmentName } from '../media/hls/hls-arguments.ts'
import type { NewRendition } from '../media/hls/verify-rendition.server.ts'
import { eraseJob, mediaCleanupJob, RETIRED_RETENTION_SECONDS } from '../video-jobs.ts'
import { findVideoRow, renditionsOf } from '../video-rows.server.ts'
import { isInQueue } from '../video-step.ts'
import { createVideoTransitions } from './video-transitions.server.ts'

let dir: string
let home: TestDatabase
let database: Database
let storage: DiskStorage
let enqueued: string[] = []
let owners: string[] = []

const jobs: Jobs = {
  ...noopJobs,
  enqueue: async (_db, kind) => void enqueued.push(kind.name),
  enqueueFairly: async (_trx, kind, data, { owner }) => {
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
const locks = { tryAcquire: async () => null, close: async () => {} }
let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }

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
  enqueued = []
  owners = []
  aheadMs = 0
})

const emit = async () => {}
const parts = () => ({ db: database.db, clock, jobs, events, locks, storage, emit })
const cleanupParts = () => ({
  ...{ ...parts(), uploadFiles: createUploadFiles(storage, storage) },
  ...{ log: createLog('silent'), host: { endUpload: async () => {} } },
})
const media = (uid: string) => join(dir, 'files/media', uid)

async function aVideo(state = 'inprogress'): Promise<string> {
  const uid = newId()
  await sql`insert into videos (uid, creator_id, name, size_bytes, state, upload_key_hash, upload_expires_at)
    values (${uid}, 'maker', 'clip', 5, ${state}, ${Buffer.from(uid)}, now())`.execute(database.db)
  return uid
}

const complete = { percentComplete: 100 }

async function aRendition(size = { width: 640, height: 360 }, averageBandwidth = 400_000): Promise<NewRendition> {
  const folder = join(dir, newId())
  await mkdir(folder)
  await writeFile(join(folder, 'index.m3u8'), '#EXTM3U\n')
  const facts = {
    ...{ durationSeconds: 10, ...size, frames: 240, codecs: 'avc1.64001e' },
    ...{ peakBandwidth: 500_000, averageBandwidth, sizeBytes: 8, segmentFrames: [240], files: ['index.m3u8'] },
  }
  return { origin: 'encode', dir: folder, facts }
}

describe('a probed video that has to be encoded', () => {
  it('joins the encoder queue and reports that until it is taken', async () => {
    const transitions = createVideoTransitions(parts())
    const uid = await aVideo()
    const joined = await transitions.queueEncoding(uid)
    expect([joined && isInQueue(joined), enqueued]).toEqual([true, ['video.encode']])
    expect(owners).toEqual(['maker'])
    const taken = await transitions.start(uid, 'encoding 360p 360p')
    expect(taken && isInQueue(taken)).toBe(false)
  })
})

describe('a long video that cannot be encoded in chunks', () => {
  it('waits in another queue', async () => {
    const transitions = createVideoTransitions(parts())
    const uid = await aVideo()
    const video = { width: 1920, height: 1080, packets: 14_400, durationSeconds: 600 }
    await transitions.recordMediaInfo(uid, createMediaInfo({ video, durationSeconds: 600 }))
    await transitions.queueEncoding(uid)
    await transitions.queueUnchunkedEncoding(uid)
    expect(enqueued).toEqual(['video.encode', 'video.slow-encode'])
    expect((await findVideoRow(database.db, uid))?.step).toBe('waiting')
  })
})

describe('a video whose first rendition takes too long', () => {
  it('waits in the slow queue from the beginning', async () => {
    const transitions = createVideoTransitions(parts())
    const uid = await aVideo()
    await transitions.recordProgress(uid, 12)
    const handedOn = await transitions.queueSlowEncoding(uid)
    expect(handedOn && isInQueue(handedOn)).toBe(true)
    expect(handedOn?.percent_complete).toBe(0)
    expect([enqueued, owners]).toEqual([['video.slow-encode'], ['maker']])
  })

  it('does not, once it plays or has failed', async () => {
    const transitions = createVideoTransitions(parts())
    for (const state of ['ready', 'error']) expect(await transitions.queueSlowEncoding(await aVideo(state))).toBeNull()
    expect(enqueued).toEqual([])
  })
})

describe('a rendition made by two attempts', () => {
  it('is published once, and the other one’s bytes are left to cleanup', async () => {
    const transitions = createVideoTransitions(parts())
    const uid = await aVideo()
    const [first, second] = [await aRendition(), await aRendition()]
    expect(await transitions.publishRenditions(uid, [first], complete)).toMatchObject({
      state: 'ready',
      percent_complete: 100,
    })
    enqueued = []
    expect(await transitions.publishRenditions(uid, [second], complete)).toBeNull()
    expect(enqueued).toEqual([mediaCleanupJob.name])
    await createCleanup(cleanupParts()).cleanUpMedia(uid)
    const row = await findVideoRow(database.db, uid)
    const renditions = await renditionsOf(database.db, uid)
    expect(renditions).toHaveLength(1)
    expect((await readdir(media(uid))).sort()).toEqual([renditions[0]?.id, row?.master_name].sort())
  })
})

describe('several renditions', () => {
  it('are published together, and an existing one is not published again', async () => {
    const transitions = createVideoTransitions(parts())
    const uid = await aVideo()
    await transitions.publishRenditions(uid, [await aRendition()], { percentComplete: 12.7 })
    expect((await findVideoRow(database.db, uid))?.percent_complete).toBe(12)
    const more = [await aRendition(), await aRendition({ width: 1280, height: 720 })]
    expect(await transitions.publishRenditions(uid, more, complete)).toMatchObject({ percent_complete: 100 })
    const listed = await renditionsOf(database.db, uid)
    expect(listed.map(({ height, segment_frames }) => [height, segment_frames])).toEqual([
      [720, [240]],
      [360, [240]],
    ])
  })
})

describe('a rendition that takes more bits than a larger one', () => {
  it('is retired once the ladder is complete; its files stay for an hour for running players', async () => {
    const transitions = createVideoTransitions(parts())
    const cleanup = createCleanup(cleanupParts())
    const uid = await aVideo()
    await transitions.publishRenditions(uid, [await aRendition(undefined, 303_000)], { percentComplete: 12 })
    const [first] = await renditionsOf(database.db, uid)
    const firstMaster = (await findVideoRow(database.db, uid))?.master_name
    const larger = [
      await aRendition({ width: 854, height: 480 }, 260_000),
      await aRendition({ width: 1280, height: 720 }),
    ]
    await transitions.publishRenditions(uid, larger, complete)
    expect((await renditionsOf(database.db, uid)).map(({ height }) => height)).toEqual([720, 480])
    const now = (await findVideoRow(database.db, uid))?.master_name ?? ''
    expect(now).not.toBe(firstMaster)
    const master = await readFile(join(media(uid), now), 'utf8')
    expect([...master.matchAll(/RESOLUTION=(\d+x\d+)/g)].map(([, size]) => size)).toEqual(['854x480', '1280x720'])

    aheadMs = (RETIRED_RETENTION_SECONDS - 60) * 1000
    await cleanup.cleanUpMedia(uid)
    expect(await readFile(join(media(uid), first!.id, 'index.m3u8'), 'utf8')).toBe('#EXTM3U\n')
    aheadMs = (RETIRED_RETENTION_SECONDS + 60) * 1000
    await cleanup.cleanUpMedia(uid)
    const listed = (await renditionsOf(database.db, uid)).map(({ id }) => id)
    expect((await readdir(media(uid))).sort()).toEqual([...listed, now].sort())
  })

  it('stays published while the larger ones are still being made', async () => {
    const transitions = createVideoTransitions(parts())
    const uid = await aVideo()
    const made = [await aRendition(undefined, 303_000), await aRendition({ width: 854, height: 480 }, 260_000)]
    await transitions.publishRenditions(uid, made, { percentComplete: 40 })
    expect((await renditionsOf(database.db, uid)).map(({ height }) => height)).toEqual([480, 360])
  })
})

describe('a cleanup between storing and naming', () => {
  it('makes the attempt fail, so that no row names missing bytes', async () => {
    const uid = await aVideo()
    const cleanup = createCleanup(cleanupParts())
    const transitions = createVideoTransitions({
      ...parts(),
      storage: {
        ...storage,
        async putFolder(key, path) {
          await storage.putFolder(key, path)
          await cleanup.cleanUpMedia(uid)
        },
        async putFile(key, path) {
          await storage.putFile(key, path)
          await cleanup.cleanUpMedia(uid)
        },
      },
    })
    await expect(transitions.publishRenditions(uid, [await aRendition()], complete)).rejects.toThrow(
      'Cleanup has removed',
    )
    expect(await renditionsOf(database.db, uid)).toEqual([])
    expect((await findVideoRow(database.db, uid))?.state).toBe('inprogress')

    await sql`update videos set state = 'ready' where uid = ${uid}`.execute(database.db)
    const poster = join(dir, 'poster.webp')
    await writeFile(poster, 'x')
    await expect(transitions.publishPoster(uid, poster)).rejects.toThrow('Cleanup has removed')
    expect((await findVideoRow(database.db, uid))?.poster_name).toBeNull()
  })
})

describe('the end of an attempt', () => {
  it('requests a cleanup, since an earlier attempt may have died between storing and naming', async () => {
    const transitions = createVideoTransitions(parts())
    await transitions.fail(await aVideo(), 'processing_failed')
    const poster = join(dir, 'another-poster.webp')
    await writeFile(poster, 'x')
    await transitions.publishPoster(await aVideo('ready'), poster)
    expect(enqueued).toEqual([mediaCleanupJob.name, mediaCleanupJob.name])
  })

  it('has the bytes of a refused file erased, unless the video is wanted again', async () => {
    const transitions = createVideoTransitions(parts())
    const cleanup = createCleanup(cleanupParts())
    const uid = await aVideo()
    await storage.createEmpty(`originals/${uid}`)
    await transitions.reject(uid, 'truncated')
    expect(enqueued).toEqual([eraseJob.name])
    await sql`update videos set state = 'queued', reason_code = null where uid = ${uid}`.execute(database.db)
    await cleanup.erase(uid)
    expect(existsSync(storage.pathOf(`originals/${uid}`))).toBe(true)
    await transitions.reject(uid, 'truncated')
    await cleanup.erase(uid)
    expect(existsSync(storage.pathOf(`originals/${uid}`))).toBe(false)
  })
})

describe('a video that plays while the rest of it is made', () => {
  const target = {
    ...{ kind: 'encode' as const, name: '360p', width: 640, height: 360, audio: 'none' as const },
    ...{ maxVideoBitsPerSecond: 500_000, preset: 'superfast' as const },
  }
  const chunk = (number: number) => ({
    ...{ number, firstFrame: number * 192, frameCount: 192, seekSeconds: null, fromSeconds: number * 8 },
    ...{ toSeconds: null, startsAt: number * 8, endsAt: number * 8 + 8, firstSegment: number, segmentStarts: [0] },
  })

  const segment = { seconds: 8, sizeBytes: 8, frames: 192 }

  /** Result of an attempt at a chunk: one segment of these bytes. */
  async function anAttempt(number: number, bytes: string): Promise<EncodedChunk> {
    const folder = join(dir, newId())
    const name = segmentName(number + 1)
    await mkdir(folder)
    for (const file of ['index.m3u8', 'init.mp4']) await writeFile(join(folder, file), file)
    await writeFile(join(folder, name), bytes)
    return { dir: folder, init: 'init.mp4', codecs: 'avc1.64001e', segments: [{ ...segment, name }] }
  }

  /** A video with one of two chunks made. */
  async function growing() {
    const emitted: string[] = []
    const transitions = createVideoTransitions({
      ...parts(),
      emit: (async (_trx, { name }) => void emitted.push(name)) satisfies Emit,
    })
    const uid = await aVideo()
    const newPlan = {
      stage: 'first' as const,
      renditions: [{ id: newId(), target }],
      audioName: null,
      step: '' as const,
    }
    const planned = [0, 1].map((number) => ({ chunk: chunk(number), audio: null }))
    await transitions.storeChunkPlan(uid, { ...newPlan, longestSegmentSeconds: 8 }, planned)
    const plan = (await findPlan(database.db, uid, 'first'))!
    await transitions.storeChunk(uid, plan, 0, [await anAttempt(0, 'the first')])
    expect(await findVideoRow(database.db, uid)).toMatchObject({ state: 'ready', percent_complete: 50 })
    return { transitions, uid, emitted, plan }
  }

  /** Content of every file that the master playlist leads to, by name. */
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

  it('has its plan stored under the keys that the previous version reads', async () => {
    const { uid } = await growing()
    const { rows } = await sql<{ plan: unknown }>`
      select plan from chunks where video_uid = ${uid} order by number
    `.execute(database.db)
    const { firstFrame, frameCount, ...other } = chunk(1)
    const stored = { ...other, firstPicture: firstFrame, pictures: frameCount }
    expect(rows[1]).toEqual({ plan: { chunk: stored, sound: null } })
    expect((await chunksOf(database.db, uid, 'first'))[1]!.plan).toEqual({ chunk: chunk(1), audio: null })
  })

  it('keeps its published files when a slow worker finishes a chunk that another one has made', async () => {
    const { transitions, uid, plan } = await growing()
    const slow = createVideoTransitions(parts())
    const growingFiles = await published(uid)
    expect(Object.values(growingFiles)).toContain('the first')
    await slow.storeChunk(uid, plan, 0, [await anAttempt(0, 'the first, late')])
    expect(await published(uid)).toEqual(growingFiles)

    await transitions.storeChunk(uid, plan, 1, [await anAttempt(1, 'the second')])
    const completeFiles = await published(uid)
    expect(Object.values(completeFiles).slice(1)).toEqual(['init.mp4', 'the first', 'the second'])
    for (const number of [0, 1]) await slow.storeChunk(uid, plan, number, [await anAttempt(number, 'later still')])
    await slow.abandonChunks(uid, plan, 1)
    expect(await published(uid)).toEqual(completeFiles)

    // Only what the slow one stored in vain is removed.
    enqueued = []
    await slow.storeChunk(uid, plan, 1, [await anAttempt(1, 'in vain')])
    expect(enqueued).toEqual([mediaCleanupJob.name])
    await createCleanup(cleanupParts()).cleanUpMedia(uid)
    expect(await published(uid)).toEqual(completeFiles)
    const storedFiles = (await readdir(media(uid), { recursive: true, withFileTypes: true })).filter((each) =>
      each.isFile(),
    )
    const growingList = join(plan.renditions[0]!.id, 'growing.m3u8')
    const master = (await findVideoRow(database.db, uid))?.master_name
    expect(storedFiles.map((each) => relative(media(uid), join(each.parentPath, each.name))).sort()).toEqual(
      [...Object.keys(completeFiles), growingList, master].sort(),
    )
  })

  it('continues in chunks when a slow worker fails on one that another one has made', async () => {
    const { transitions, uid, plan } = await growing()
    await transitions.abandonChunks(uid, plan, 0)
    expect(await findVideoRow(database.db, uid)).toMatchObject({ state: 'ready', percent_complete: 50 })
    expect(await findPlan(database.db, uid, 'first')).toEqual(plan)
  })

  it('is hidden again when it has to be encoded in one go', async () => {
    const { transitions, uid, emitted, plan } = await growing()
    await transitions.abandonChunks(uid, plan, 1)
    expect(await findVideoRow(database.db, uid)).toMatchObject({ state: 'inprogress', master_name: null })
    expect(emitted).toEqual(['video.playable', 'video.unplayable'])
    expect(enqueued.at(-1)).toBe('video.encode')
    await transitions.publishRenditions(uid, [await aRendition()], complete)
    expect(await findVideoRow(database.db, uid)).toMatchObject({ state: 'ready', percent_complete: 100 })
    expect(emitted).toEqual(['video.playable', 'video.unplayable', 'video.playable'])
  })

  it('ends in an error when the rest cannot be made', async () => {
    const { transitions, uid, emitted } = await growing()
    await transitions.fail(uid, 'processing_failed')
    expect(await findVideoRow(database.db, uid)).toMatchObject({ state: 'error', master_name: null })
    expect(emitted).toEqual(['video.playable', 'video.unplayable'])
  })
})
