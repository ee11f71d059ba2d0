import { mkdirSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClip } from '#tests/support/clips.server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { endHouse, freePort, type HoshiProcess, startHoshi } from '#tests/support/hoshi-process.server.ts'
import { createPerson } from '#tests/support/person.ts'
import { embeddedConnection, framesIn, type Home, renditionFrames, tidiedUp } from './stored.ts'
import { createToolGate, steps } from './tool-gate.ts'
import { settled, upload, type VideoSeen, videoOf } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-chunks-'))
const dataDir = join(root, 'data')
const home: Home = { dataDir, connectionString: () => embeddedConnection(dataDir) }
const gate = createToolGate(join(root, 'gate'))

interface Glance {
  video: VideoSeen
  /** Of whoever knows the address, without a session. */
  master: string
  playlist: string
  cache: string | null
  firstSegment: { path: string; writtenAt: number }
}

const seen = {} as Record<'growing' | 'later' | 'whole', Glance>
let frames = 0
let uid = ''
let endOfGrowing = ''

/** What a stranger is given at this moment. */
async function glance(hoshi: HoshiProcess, video: VideoSeen): Promise<Glance> {
  const address = new URL(video.playback.hls ?? '', hoshi.url)
  const master = await (await fetch(address)).text()
  const listed = master.split('\n').filter((line) => line.endsWith('.m3u8'))
  const first = listed.find((line) => master.slice(0, master.indexOf(line)).endsWith('FRAME-RATE=24.000\n')) ?? ''
  const answer = await fetch(new URL(first, address))
  const playlist = await answer.text()
  const path = join(dataDir, 'files/media', uid, first, '..', /\w+\/0001\.m4s/.exec(playlist)?.[0] ?? '')
  return {
    video,
    master,
    playlist,
    cache: answer.headers.get('cache-control'),
    firstSegment: { path, writtenAt: statSync(path).mtimeMs },
  }
}

/** One server, killed while the second chunk of the first rendition is encoded, and again at the second of the later one. */
beforeAll(async () => {
  mkdirSync(dataDir)
  const port = await freePort()
  const start = () => startHoshi({ PORT: port, DATA_DIR: dataDir, ...gate.environment })
  const clip = await makeClip(join(root, 'clips'), {
    ...{ seconds: 40, width: 640, height: 480, keyframeSeconds: 4 },
    ...{ video: 'vp9', audio: 'opus', container: 'webm' },
  })
  frames = await framesIn(clip)
  let hoshi = await start()
  const creator = await createPerson(hoshi.url, 'creator')
  gate.hold('the second chunk', `${steps.encoding(480, 360)}start_number=??3*`)
  uid = await upload(creator, clip)
  await creator.call('POST', '/api/v1/episodes', { title: 'In parts', genre: 'Drama', nsfw: false, videoId: uid })
  await gate.held('the second chunk')
  const playing = await eventually('it plays', async () => {
    const video = await videoOf(creator, uid)
    return video.status.state === 'ready' && video
  })
  seen.growing = await glance(hoshi, playing)
  const growing = new URL(
    /\w+\/growing\.m3u8/.exec(seen.growing.master)?.[0] ?? '',
    new URL(playing.playback.hls ?? '', hoshi.url),
  )
  await hoshi.kill()
  gate.letGo('the second chunk')
  gate.hold('the second later chunk', `${steps.encoding(640, 480)}start_number=??7*`)
  hoshi = await start()
  await gate.held('the second later chunk')
  seen.later = await glance(hoshi, await videoOf(creator, uid))
  endOfGrowing = await (await fetch(growing)).text()
  await hoshi.kill()
  gate.letGo('the second later chunk')
  hoshi = await start()
  seen.whole = await glance(hoshi, await settled(creator, uid))
})

afterAll(() => endHouse(root))

describe('a long video that has to be encoded', () => {
  it('plays as soon as its first chunk is there', () => {
    const { video, master, playlist, cache } = seen.growing
    expect(video.status.percentComplete).toBeGreaterThan(0)
    expect(video.status.percentComplete).toBeLessThan(100)
    expect(master).toMatch(/RESOLUTION=480x360.*\n\w+\/growing\.m3u8\n$/)
    expect(playlist).toContain('#EXT-X-PLAYLIST-TYPE:EVENT')
    expect(playlist).not.toContain('#EXT-X-ENDLIST')
    expect(playlist.match(/\.m4s/g)).toHaveLength(2)
    expect(cache).toBe('public, no-cache')
  })

  it('keeps the chunks that were made before a kill -9, and ends whole', () => {
    expect(seen.later.firstSegment).toEqual(seen.growing.firstSegment)
    expect(seen.later.master).toMatch(/RESOLUTION=480x360.*\n\w+\/index-\w+\.m3u8\n$/)
    expect(seen.later.playlist).toContain('#EXT-X-ENDLIST')
    expect(seen.later.cache).toBe('public, max-age=31536000, immutable')
  })

  it('tells those who watched it grow that it is whole', () => {
    expect(endOfGrowing).toContain('#EXT-X-ENDLIST')
    expect(endOfGrowing.match(/\.m4s/g)).toEqual(seen.later.playlist.match(/\.m4s/g))
  })

  it('has every picture in every rendition, and segments that begin together', async () => {
    expect(seen.whole.video.status).toEqual({ state: 'ready', percentComplete: 100 })
    expect(await renditionFrames(home, uid)).toEqual([
      { height: 360, frames },
      { height: 480, frames },
    ])
    expect(seen.whole.master.match(/index-\w+\.m3u8/g)).toHaveLength(2)
    expect(seen.whole.playlist).toBe(seen.later.playlist)
  })

  it('leaves exactly the bytes that the rows name', async () => {
    const { byRows, onDisk } = await tidiedUp(home)
    expect(onDisk).toEqual(byRows)
  })
})
