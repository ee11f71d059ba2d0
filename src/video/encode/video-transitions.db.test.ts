import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { createMediaInfo } from '#tests/support/media/media-info.ts'
import { setUpTransitions } from '#tests/support/worlds/transitions.server.ts'
import { createCleanup } from '../cleanup/cleanup.server.ts'
import { eraseJob, mediaCleanupJob, RETIRED_RETENTION_SECONDS, smallPostersJob } from '../video-jobs.ts'
import { findVideoRow, renditionsOf } from '../video-rows.server.ts'
import { isInQueue } from '../video-step.ts'
import { createVideoTransitions } from './video-transitions.server.ts'

const its = setUpTransitions()
const { enqueued, owners, parts, cleanupParts, media, aVideo, aRendition } = its
const complete = { percentComplete: 100 }

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
    expect((await findVideoRow(its.db, uid))?.step).toBe('waiting')
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
    enqueued.length = 0
    expect(await transitions.publishRenditions(uid, [second], complete)).toBeNull()
    expect(enqueued).toEqual([mediaCleanupJob.name])
    await createCleanup(cleanupParts()).cleanUpMedia(uid)
    const row = await findVideoRow(its.db, uid)
    const renditions = await renditionsOf(its.db, uid)
    expect(renditions).toHaveLength(1)
    expect((await readdir(media(uid))).sort()).toEqual([renditions[0]?.id, row?.master_name].sort())
  })
})

describe('several renditions', () => {
  it('are published together, and an existing one is not published again', async () => {
    const transitions = createVideoTransitions(parts())
    const uid = await aVideo()
    await transitions.publishRenditions(uid, [await aRendition()], { percentComplete: 12.7 })
    expect((await findVideoRow(its.db, uid))?.percent_complete).toBe(12)
    const more = [await aRendition(), await aRendition({ width: 1280, height: 720 })]
    expect(await transitions.publishRenditions(uid, more, complete)).toMatchObject({ percent_complete: 100 })
    const listed = await renditionsOf(its.db, uid)
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
    const [first] = await renditionsOf(its.db, uid)
    const firstMaster = (await findVideoRow(its.db, uid))?.master_name
    const larger = [
      await aRendition({ width: 854, height: 480 }, 260_000),
      await aRendition({ width: 1280, height: 720 }),
    ]
    await transitions.publishRenditions(uid, larger, complete)
    expect((await renditionsOf(its.db, uid)).map(({ height }) => height)).toEqual([720, 480])
    const now = (await findVideoRow(its.db, uid))?.master_name ?? ''
    expect(now).not.toBe(firstMaster)
    const master = await readFile(join(media(uid), now), 'utf8')
    expect([...master.matchAll(/RESOLUTION=(\d+x\d+)/g)].map(([, size]) => size)).toEqual(['854x480', '1280x720'])

    its.aheadMs = (RETIRED_RETENTION_SECONDS - 60) * 1000
    await cleanup.cleanUpMedia(uid)
    expect(await readFile(join(media(uid), first!.id, 'index.m3u8'), 'utf8')).toBe('#EXTM3U\n')
    its.aheadMs = (RETIRED_RETENTION_SECONDS + 60) * 1000
    await cleanup.cleanUpMedia(uid)
    const listed = (await renditionsOf(its.db, uid)).map(({ id }) => id)
    expect((await readdir(media(uid))).sort()).toEqual([...listed, now].sort())
  })

  it('stays published while the larger ones are still being made', async () => {
    const transitions = createVideoTransitions(parts())
    const uid = await aVideo()
    const made = [await aRendition(undefined, 303_000), await aRendition({ width: 854, height: 480 }, 260_000)]
    await transitions.publishRenditions(uid, made, { percentComplete: 40 })
    expect((await renditionsOf(its.db, uid)).map(({ height }) => height)).toEqual([480, 360])
  })
})

describe('a cleanup between storing and naming', () => {
  it('makes the attempt fail, so that no row names missing bytes', async () => {
    const uid = await aVideo()
    const cleanup = createCleanup(cleanupParts())
    const transitions = createVideoTransitions({
      ...parts(),
      storage: {
        ...its.storage,
        async putFolder(key, path) {
          await its.storage.putFolder(key, path)
          await cleanup.cleanUpMedia(uid)
        },
        async putFile(key, path) {
          await its.storage.putFile(key, path)
          await cleanup.cleanUpMedia(uid)
        },
      },
    })
    await expect(transitions.publishRenditions(uid, [await aRendition()], complete)).rejects.toThrow(
      'Cleanup has removed',
    )
    expect(await renditionsOf(its.db, uid)).toEqual([])
    expect((await findVideoRow(its.db, uid))?.state).toBe('inprogress')

    await sql`update videos set state = 'ready' where uid = ${uid}`.execute(its.db)
    const poster = join(its.dir, 'poster.webp')
    await writeFile(poster, 'x')
    await expect(transitions.publishPoster(uid, { poster, large: null })).rejects.toThrow('Cleanup has removed')
    expect((await findVideoRow(its.db, uid))?.poster_name).toBeNull()
  })
})

describe('an attempt that fails between storing and naming', () => {
  it('leaves what it has stored to a cleanup', async () => {
    const uid = await aVideo('ready')
    await sql`update videos set poster_name = 'poster-a.webp' where uid = ${uid}`.execute(its.db)
    const files = await Promise.all(
      ['320', '160', '80'].map(async (width) => {
        const path = join(its.dir, width)
        await writeFile(path, width)
        return path
      }),
    )
    let left = 2
    const putFile: ObjectStorage['putFile'] = async (key, path) => {
      if (left-- === 0) throw new Error('The disk is full.')
      await its.storage.putFile(key, path)
    }
    const transitions = createVideoTransitions({ ...parts(), storage: { ...its.storage, putFile } })
    enqueued.length = 0
    const made = { width: 320, height: 180, files }
    await expect(transitions.publishSmallPosters(uid, 'poster-a.webp', made)).rejects.toThrow('The disk is full.')
    expect(enqueued).toEqual([mediaCleanupJob.name])
    await createCleanup(cleanupParts()).cleanUpMedia(uid)
    expect(await readdir(media(uid))).toEqual([])
  })
})

describe('the end of an attempt', () => {
  it('requests a cleanup, since an earlier attempt may have died between storing and naming', async () => {
    const transitions = createVideoTransitions(parts())
    await transitions.fail(await aVideo(), 'processing_failed')
    const poster = join(its.dir, 'another-poster.webp')
    await writeFile(poster, 'x')
    await transitions.publishPoster(await aVideo('ready'), { poster, large: null })
    expect(enqueued).toEqual([mediaCleanupJob.name, mediaCleanupJob.name, smallPostersJob.name])
  })

  it('has the bytes of a refused file erased, unless the video is wanted again', async () => {
    const transitions = createVideoTransitions(parts())
    const cleanup = createCleanup(cleanupParts())
    const uid = await aVideo()
    await its.storage.createEmpty(`originals/${uid}`)
    await transitions.reject(uid, 'truncated')
    expect(enqueued).toEqual([eraseJob.name])
    await sql`update videos set state = 'queued', reason_code = null where uid = ${uid}`.execute(its.db)
    await cleanup.erase(uid)
    expect(existsSync(its.storage.pathOf(`originals/${uid}`))).toBe(true)
    await transitions.reject(uid, 'truncated')
    await cleanup.erase(uid)
    expect(existsSync(its.storage.pathOf(`originals/${uid}`))).toBe(false)
  })
})
