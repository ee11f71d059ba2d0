import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countFrames, framesByRendition, type Instance, query } from '#tests/crash/instance-state.ts'
import { upload, waitForFinalState } from '#tests/crash/tus.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { type ClipSpec, makeClip } from '#tests/support/media/clips.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let dir: string
let site: TestHoshi
let home: Instance
let creator: Person

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-encoded-'))
  site = await createTestHoshi({ worksJobs: true })
  home = { dataDir: site.dataDir, connectionString: () => site.connectionString }
  creator = await createPerson(site.url, 'creator')
})
afterAll(async () => {
  await site.close()
  await rm(dir, { recursive: true, force: true })
})

const foreign: [string, ClipSpec][] = [
  ['VP8', { video: 'vp8', audio: 'vorbis', container: 'webm' }],
  ['VP9', { video: 'vp9', audio: 'opus', container: 'webm' }],
  ['HEVC', { video: 'hevc' }],
  ['MPEG-4', { video: 'mpeg4', audio: 'mp3', container: 'avi' }],
]

describe('a video that browsers cannot play directly', () => {
  it.each(foreign)('plays at 360p and at its own height, with every frame: %s', async (_name, spec) => {
    const clip = await makeClip(dir, { seconds: 2, width: 960, height: 540, ...spec })
    const uid = await upload(creator, clip)
    const end = await waitForFinalState(creator, uid)
    expect(end.status).toEqual({ state: 'ready', percentComplete: 100 })
    const order = await query<{ height: number; origin: string }>(
      home,
      'select height, origin from renditions where video_uid = $1 order by height',
      [uid],
    )
    expect(order).toEqual([
      { height: 360, origin: 'encode' },
      { height: 540, origin: 'encode' },
    ])
    const frames = await countFrames(clip)
    expect((await framesByRendition(home, uid)).map((each) => each.frames)).toEqual([frames, frames])
    const alike = await query<{ segment_frames: number[] }>(
      home,
      'select distinct segment_frames from renditions where video_uid = $1',
      [uid],
    )
    expect(alike).toEqual([{ segment_frames: [frames] }])
    const master = await (await creator.call('GET', end.playback.hls ?? '')).text()
    expect([...master.matchAll(/RESOLUTION=(\S+?),/g)].map(([, size]) => size).sort()).toEqual(['640x360', '960x540'])
  })
})

describe('a long video that browsers cannot play directly', () => {
  it('ends up with a 360p re-encoded in chunks, with the same segments and frames', async () => {
    const size = { seconds: 30, width: 960, height: 540 }
    const clip = await makeClip(dir, { ...size, video: 'vp9', audio: 'opus', container: 'webm' })
    const uid = await upload(creator, clip)
    const end = await waitForFinalState(creator, uid)
    expect(end.status).toEqual({ state: 'ready', percentComplete: 100 })
    const frames = await countFrames(clip)
    expect((await framesByRendition(home, uid)).map((each) => each.frames)).toEqual([frames, frames])
    const listed = await query<{ segment_frames: number[] }>(
      home,
      'select distinct segment_frames from renditions where video_uid = $1',
      [uid],
    )
    expect(listed).toHaveLength(1)
    const retired = 'select id from retired_renditions where video_uid = $1'
    expect(await query(home, retired, [uid])).toHaveLength(1)
    const master = await (await creator.call('GET', end.playback.hls ?? '')).text()
    expect(master.match(/FRAME-RATE=\S+/g)).toEqual(['FRAME-RATE=24.000', 'FRAME-RATE=24.000'])
  })
})

describe('a video that browsers can play directly', () => {
  it('plays at its own size first; smaller renditions with the same segments and frames follow', async () => {
    const size = { seconds: 5, width: 854, height: 480, keyframeSeconds: 1.5 }
    // A source with the bit rate of a camera: the smaller rendition is well below it.
    const clip = await makeClip(dir, { ...size, extra: ['-crf', '8'] })
    const uid = await upload(creator, clip)
    const end = await waitForFinalState(creator, uid)
    expect(end.status).toEqual({ state: 'ready', percentComplete: 100 })
    const order = await query<{ height: number; origin: string; segment_frames: number[] }>(
      home,
      'select height, origin, segment_frames from renditions where video_uid = $1 order by created_at',
      [uid],
    )
    expect(order).toEqual([
      { height: 480, origin: 'copy', segment_frames: [108, 12] },
      { height: 360, origin: 'encode', segment_frames: [108, 12] },
    ])
    const frames = await countFrames(clip)
    expect((await framesByRendition(home, uid)).map((each) => each.frames)).toEqual([frames, frames])
  })

  it('gets no smaller rendition of nearly the same bit rate', async () => {
    const quiet = ['-crf', '40']
    const clip = await makeClip(dir, { seconds: 2, width: 854, height: 480, audio: 'none', extra: quiet })
    const uid = await upload(creator, clip)
    expect((await waitForFinalState(creator, uid)).status).toEqual({ state: 'ready', percentComplete: 100 })
    expect((await framesByRendition(home, uid)).map(({ height }) => height)).toEqual([480])
  })
})
