import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { framesIn, type Home, query, renditionFrames } from '#tests/crash/stored.ts'
import { settled, upload } from '#tests/crash/tus.ts'
import { type ClipSpec, makeClip } from '#tests/support/clips.server.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'

let dir: string
let site: TestHoshi
let home: Home
let creator: Person

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-encoded-'))
  site = await createTestHoshi()
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

describe('a video that browsers do not play as it is', () => {
  it.each(foreign)('plays at 360p first and then at its own height, with every picture: %s', async (_name, spec) => {
    const clip = await makeClip(dir, { seconds: 2, width: 640, height: 480, ...spec })
    const uid = await upload(creator, clip)
    const end = await settled(creator, uid)
    expect(end.status).toEqual({ state: 'ready', percentComplete: 100 })
    const order = await query<{ height: number; origin: string }>(
      home,
      'select height, origin from renditions where video_uid = $1 order by created_at, height desc',
      [uid],
    )
    expect(order).toEqual([
      { height: 360, origin: 'encode' },
      { height: 480, origin: 'encode' },
    ])
    const frames = await framesIn(clip)
    expect((await renditionFrames(home, uid)).map((each) => each.frames)).toEqual([frames, frames])
    const alike = await query<{ segment_frames: number[] }>(
      home,
      'select distinct segment_frames from renditions where video_uid = $1',
      [uid],
    )
    expect(alike).toEqual([{ segment_frames: [frames] }])
    const master = await (await creator.call('GET', end.playback.hls ?? '')).text()
    expect([...master.matchAll(/RESOLUTION=(\S+?),/g)].map(([, size]) => size).sort()).toEqual(['480x360', '640x480'])
  })
})

describe('a video that browsers play as it is', () => {
  it('plays at its own size first; smaller renditions with the same segments and pictures follow', async () => {
    const size = { seconds: 5, width: 854, height: 480, keyframeSeconds: 1.5 }
    // A source that takes as much as cameras do: the smaller rendition is well below it.
    const clip = await makeClip(dir, { ...size, extra: ['-crf', '8'] })
    const uid = await upload(creator, clip)
    const end = await settled(creator, uid)
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
    const frames = await framesIn(clip)
    expect((await renditionFrames(home, uid)).map((each) => each.frames)).toEqual([frames, frames])
  })

  it('gets no smaller rendition that takes nearly as much', async () => {
    const quiet = ['-crf', '40']
    const clip = await makeClip(dir, { seconds: 2, width: 854, height: 480, audio: 'none', extra: quiet })
    const uid = await upload(creator, clip)
    expect((await settled(creator, uid)).status).toEqual({ state: 'ready', percentComplete: 100 })
    expect((await renditionFrames(home, uid)).map(({ height }) => height)).toEqual([480])
  })
})
