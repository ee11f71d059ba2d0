import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import type { Emit } from '#platform/room-events.ts'
import { setUpTransitions } from '#tests/support/worlds/transitions.server.ts'
import { chunksOf, findPlan } from '../chunk-rows.server.ts'
import { createCleanup } from '../cleanup/cleanup.server.ts'
import type { EncodedChunk } from '../media/hls/chunk.server.ts'
import { segmentName } from '../media/hls/hls-arguments.ts'
import { mediaCleanupJob } from '../video-jobs.ts'
import { findVideoRow } from '../video-rows.server.ts'
import { createVideoTransitions } from './video-transitions.server.ts'

const its = setUpTransitions()
const { enqueued, parts, cleanupParts, media, aVideo, aRendition } = its
const complete = { percentComplete: 100 }

describe('a video that plays while the rest of it is made', () => {
  const target = {
    kind: 'encode' as const,
    name: '360p',
    width: 640,
    height: 360,
    audio: 'none' as const,
    maxVideoBitsPerSecond: 500_000,
    preset: 'superfast' as const,
  }
  const chunk = (number: number) => ({
    number,
    firstFrame: number * 192,
    frameCount: 192,
    seekSeconds: null,
    fromSeconds: number * 8,
    toSeconds: null,
    startsAt: number * 8,
    endsAt: number * 8 + 8,
    firstSegment: number,
    segmentStarts: [0],
  })

  const segment = { seconds: 8, sizeBytes: 8, frames: 192 }

  /** Result of an attempt at a chunk: one segment of these bytes. */
  async function anAttempt(number: number, bytes: string): Promise<EncodedChunk> {
    const folder = join(its.dir, newId())
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
    const plan = (await findPlan(its.db, uid, 'first'))!
    await transitions.storeChunk(uid, plan, 0, [await anAttempt(0, 'the first')])
    expect(await findVideoRow(its.db, uid)).toMatchObject({ state: 'ready', percent_complete: 50 })
    return { transitions, uid, emitted, plan }
  }

  /** Content of every file that the master playlist leads to, by name. */
  async function published(uid: string): Promise<Record<string, string>> {
    const row = await findVideoRow(its.db, uid)
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
    `.execute(its.db)
    const { firstFrame, frameCount, ...other } = chunk(1)
    const stored = { ...other, firstPicture: firstFrame, pictures: frameCount }
    expect(rows[1]).toEqual({ plan: { chunk: stored, sound: null } })
    expect((await chunksOf(its.db, uid, 'first'))[1]!.plan).toEqual({ chunk: chunk(1), audio: null })
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
    enqueued.length = 0
    await slow.storeChunk(uid, plan, 1, [await anAttempt(1, 'in vain')])
    expect(enqueued).toEqual([mediaCleanupJob.name])
    await createCleanup(cleanupParts()).cleanUpMedia(uid)
    expect(await published(uid)).toEqual(completeFiles)
    const storedFiles = (await readdir(media(uid), { recursive: true, withFileTypes: true })).filter((each) =>
      each.isFile(),
    )
    const growingList = join(plan.renditions[0]!.id, 'growing.m3u8')
    const master = (await findVideoRow(its.db, uid))?.master_name
    expect(storedFiles.map((each) => relative(media(uid), join(each.parentPath, each.name))).sort()).toEqual(
      [...Object.keys(completeFiles), growingList, master].sort(),
    )
  })

  it('continues in chunks when a slow worker fails on one that another one has made', async () => {
    const { transitions, uid, plan } = await growing()
    await transitions.abandonChunks(uid, plan, 0)
    expect(await findVideoRow(its.db, uid)).toMatchObject({ state: 'ready', percent_complete: 50 })
    expect(await findPlan(its.db, uid, 'first')).toEqual(plan)
  })

  it('is hidden again when it has to be encoded in one go', async () => {
    const { transitions, uid, emitted, plan } = await growing()
    await transitions.abandonChunks(uid, plan, 1)
    expect(await findVideoRow(its.db, uid)).toMatchObject({ state: 'inprogress', master_name: null })
    expect(emitted).toEqual(['video.playable', 'video.unplayable'])
    expect(enqueued.at(-1)).toBe('video.encode')
    await transitions.publishRenditions(uid, [await aRendition()], complete)
    expect(await findVideoRow(its.db, uid)).toMatchObject({ state: 'ready', percent_complete: 100 })
    expect(emitted).toEqual(['video.playable', 'video.unplayable', 'video.playable', 'video.complete'])
  })

  it('ends in an error when the rest cannot be made', async () => {
    const { transitions, uid, emitted } = await growing()
    await transitions.fail(uid, 'processing_failed')
    expect(await findVideoRow(its.db, uid)).toMatchObject({ state: 'error', master_name: null })
    expect(emitted).toEqual(['video.playable', 'video.unplayable'])
  })
})
