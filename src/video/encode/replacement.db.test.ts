import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { openVideoFixture, type VideoFixture } from '#tests/support/worlds/video-fixture.server.ts'
import { findPlan } from '../chunk-rows.server.ts'
import type { NewRendition } from '../media/hls/verify-rendition.server.ts'
import type { EncodeTarget } from '../media/rendition.ts'
import type { Similarity } from '../media/replacement.ts'
import { retiredIdsOf } from '../retired-rows.server.ts'
import type { VideoHosting } from '../video-hosting.ts'
import { findVideoRow, renditionsOf } from '../video-rows.server.ts'
import { createVideoTransitions } from './video-transitions.server.ts'

let dir: string
let fixture: VideoFixture
let hosting: VideoHosting

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-replacement-'))
  fixture = await openVideoFixture()
  hosting = fixture.open(null)
})
afterAll(async () => {
  hosting.close()
  await fixture.close()
  await rm(dir, { recursive: true, force: true })
})

const transitions = () => createVideoTransitions(fixture.parts)
const stored = async (uid: string) => (await readdir(fixture.parts.uploadDisk.pathOf(`media/${uid}`))).sort()
const size = (height: number) => ({ width: Math.ceil((height * 16) / 9), height })

async function aRendition(height: number, averageBandwidth: number): Promise<NewRendition> {
  const folder = await mkdtemp(join(dir, 'rendition-'))
  await writeFile(join(folder, 'index.m3u8'), '#EXTM3U\n')
  const facts = {
    durationSeconds: 10,
    ...size(height),
    frames: 240,
    codecs: 'avc1.64001e',
    peakBandwidth: 500_000,
    averageBandwidth,
    sizeBytes: 8,
    segmentFrames: [192],
    files: ['index.m3u8'],
  }
  return { origin: 'encode', dir: folder, facts }
}

/** A video that plays at a quickly made 360p. */
async function aVideo(): Promise<{ uid: string; first: string; master: string }> {
  const uid = newId()
  await sql`insert into videos (uid, creator_id, name, size_bytes, state, upload_key_hash, upload_expires_at)
    values (${uid}, 'aya', 'clip', 5, 'inprogress', ${Buffer.from(uid)}, now())`.execute(fixture.db)
  const after = await transitions().publishRenditions(uid, [await aRendition(360, 8_000_000)], { percentComplete: 20 })
  const [first] = await renditionsOf(fixture.db, uid)
  return { uid, first: first!.id, master: after?.master_name ?? '' }
}

describe('a replacement made in one go', () => {
  it('replaces the first rendition, once', async () => {
    const { uid, first, master } = await aVideo()
    const attempt = async () =>
      transitions().publishRenditions(
        uid,
        [await aRendition(480, 9_000_000), { ...(await aRendition(360, 6_000_000)), replaces: first }],
        { percentComplete: 100 },
      )
    const after = await attempt()
    expect(after?.master_name).not.toBe(master)
    const listed = await renditionsOf(fixture.db, uid)
    expect(listed.map(({ height, average_bandwidth }) => [height, average_bandwidth])).toEqual([
      [480, 9_000_000],
      [360, 6_000_000],
    ])
    expect(await retiredIdsOf(fixture.db, uid)).toEqual([first])

    // Another attempt that ends late.
    expect(await attempt()).toBeNull()
    expect(await renditionsOf(fixture.db, uid)).toEqual(listed)
    await fixture.run('video.tidy', { uid })
    expect(await stored(uid)).toEqual([after?.master_name, first, ...listed.map(({ id }) => id)].sort())
  })

  it('leaves nothing behind when its video has been deleted', async () => {
    const { uid, first } = await aVideo()
    await sql`delete from videos where uid = ${uid}`.execute(fixture.db)
    const made = [{ ...(await aRendition(360, 6_000_000)), replaces: first }]
    expect(await transitions().publishRenditions(uid, made, { percentComplete: 100 })).toBeNull()
    await fixture.run('video.tidy', { uid })
    expect(await stored(uid).catch(() => [])).toEqual([])
  })
})

describe('a replacement made of chunks', () => {
  const target = (height: number, changes: Partial<EncodeTarget> = {}): EncodeTarget => ({
    kind: 'encode',
    name: `${height}p`,
    ...size(height),
    audio: 'none',
    maxVideoBitsPerSecond: 1,
    preset: 'faster',
    ...changes,
  })
  const chunk = {
    number: 0,
    firstFrame: 0,
    frameCount: 192,
    seekSeconds: null,
    fromSeconds: 0,
    toSeconds: null,
    startsAt: 0,
    endsAt: 8,
    firstSegment: 0,
    segmentStarts: [0],
  }

  async function attempt(sizeBytes: number, likeness?: Similarity) {
    const folder = await mkdtemp(join(dir, 'chunk-'))
    await mkdir(folder, { recursive: true })
    for (const name of ['index.m3u8', 'init.mp4', '0001.m4s']) await writeFile(join(folder, name), name)
    const segments = [{ seconds: 8, sizeBytes, frames: 192, name: '0001.m4s' }]
    return { dir: folder, init: 'init.mp4', codecs: 'avc1.64001e', segments, ...(likeness ? { likeness } : {}) }
  }

  /** Makes the complete ladder of a video of one chunk. @returns ids of the replacement and of the larger rendition */
  async function finished(uid: string, replacementBytes: number, likeness?: Similarity) {
    const targets = [target(360, { replacesFirst: true }), target(480)]
    const renditions = targets.map((each) => ({ id: newId(), target: each }))
    const plan = { stage: 'later' as const, renditions, audioName: null, step: '' as const, longestSegmentSeconds: 8 }
    await transitions().storeChunkPlan(uid, plan, [{ chunk, audio: null }])
    const planned = (await findPlan(fixture.db, uid, 'later'))!
    const made = [await attempt(replacementBytes, likeness), await attempt(9_000_000)]
    await transitions().storeChunk(uid, planned, 0, made)
    await fixture.run('video.tidy', { uid })
    return renditions.map(({ id }) => id)
  }

  const listedIds = async (uid: string) => (await renditionsOf(fixture.db, uid)).map(({ id }) => id)

  it('replaces the first rendition when its chunks are as close to the source', async () => {
    const { uid, first } = await aVideo()
    const [replacement, larger] = await finished(uid, 6_000_000, { frames: 96, first: 0.98, replacement: 0.98 })
    expect(await listedIds(uid)).toEqual([larger, replacement])
    expect(await retiredIdsOf(fixture.db, uid)).toEqual([first])
    const master = (await findVideoRow(fixture.db, uid))?.master_name
    expect(await stored(uid)).toEqual([first, replacement, larger, master].sort())
  })

  it.each<[string, number, Similarity | undefined]>([
    ['is further from the source', 6_000_000, { frames: 96, first: 0.98, replacement: 0.9 }],
    ['takes as many bits', 8_000_000, { frames: 96, first: 0.98, replacement: 0.98 }],
    ['could not be compared', 6_000_000, undefined],
  ])('is discarded when it %s', async (_name, bytes, likeness) => {
    const { uid, first } = await aVideo()
    const [, larger] = await finished(uid, bytes, likeness)
    expect(await listedIds(uid)).toEqual([larger, first])
    expect(await retiredIdsOf(fixture.db, uid)).toEqual([])
    const master = (await findVideoRow(fixture.db, uid))?.master_name
    expect(await stored(uid)).toEqual([first, larger, master].sort())
  })
})
