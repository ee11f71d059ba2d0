import { mkdirSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { embeddedConnection } from '#tests/support/worlds/embedded-connection.server.ts'
import { destroyInstance, type HoshiProcess, startHoshi } from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import { countFrames, framesByRendition, type Instance, killHoshi, storageAfterCleanup } from './instance-state.ts'
import { createToolGate, steps } from './tool-gate.ts'
import { upload, type VideoResponse, videoOf, waitForFinalState } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-chunks-'))
const dataDir = join(root, 'data')
const instance: Instance = { dataDir, connectionString: () => embeddedConnection(dataDir) }
const gate = createToolGate(join(root, 'gate'))

interface Snapshot {
  video: VideoResponse
  /** Fetched without a session. */
  master: string
  /** Media playlist of the first rendition in the master playlist, and its URL. */
  playlist: string
  playlistUrl: URL
  cacheControl: string | null
  firstSegment: { path: string; writtenAt: number }
}

const seen = {} as Record<'growing' | 'later' | 'complete', Snapshot>
let frames = 0
let uid = ''
let endOfGrowing = ''
let retired = ''

/** The playlists that a stranger receives at this moment. */
async function takeSnapshot(hoshi: HoshiProcess, video: VideoResponse): Promise<Snapshot> {
  const masterUrl = new URL(video.playback.hls ?? '', hoshi.url)
  const master = await (await fetch(masterUrl)).text()
  const listed = master.split('\n').filter((line) => line.endsWith('.m3u8'))
  const first = listed.find((line) => master.slice(0, master.indexOf(line)).endsWith('FRAME-RATE=24.000\n')) ?? ''
  const playlistUrl = new URL(first, masterUrl)
  const response = await fetch(playlistUrl)
  const playlist = await response.text()
  const path = join(dataDir, 'files/media', uid, first, '..', /\w+\/0001\.m4s/.exec(playlist)?.[0] ?? '')
  return {
    video,
    master,
    playlist,
    playlistUrl,
    cacheControl: response.headers.get('cache-control'),
    firstSegment: { path, writtenAt: statSync(path).mtimeMs },
  }
}

/** One server, killed while the second chunk of the first rendition is encoded, and again at the second of the later one. */
beforeAll(async () => {
  mkdirSync(dataDir)
  const port = await freePort()
  const start = () => startHoshi({ PORT: port, DATA_DIR: dataDir, ...gate.environment })
  const clip = await makeClip(join(root, 'clips'), {
    seconds: 48,
    width: 960,
    height: 540,
    keyframeSeconds: 4,
    video: 'vp9',
    audio: 'opus',
    container: 'webm',
  })
  frames = await countFrames(clip)
  let hoshi = await start()
  const creator = await createPerson(hoshi.url, 'creator')
  gate.block('the second chunk', `${steps.encoding(640, 360)}start_number=??3*`)
  uid = await upload(creator, clip)
  await creator.call('POST', '/api/v1/episodes', { title: 'In parts', genre: 'Drama', nsfw: false, videoId: uid })
  await gate.blocked('the second chunk')
  const playing = await eventually('it plays', async () => {
    const video = await videoOf(creator, uid)
    return video.status.state === 'ready' && video
  })
  seen.growing = await takeSnapshot(hoshi, playing)
  const growing = new URL(
    /\w+\/growing\.m3u8/.exec(seen.growing.master)?.[0] ?? '',
    new URL(playing.playback.hls ?? '', hoshi.url),
  )
  await killHoshi(hoshi, instance)
  gate.release('the second chunk')
  gate.block('the second later chunk', `${steps.encoding(960, 540)}start_number=??9*`)
  hoshi = await start()
  await gate.blocked('the second later chunk')
  seen.later = await takeSnapshot(hoshi, await videoOf(creator, uid))
  endOfGrowing = await (await fetch(growing)).text()
  await killHoshi(hoshi, instance)
  gate.release('the second later chunk')
  hoshi = await start()
  seen.complete = await takeSnapshot(hoshi, await waitForFinalState(creator, uid))
  retired = await (await fetch(seen.later.playlistUrl)).text()
})

afterAll(() => destroyInstance(root))

describe('a long video that has to be encoded', () => {
  it('plays as soon as its first chunk is ready', () => {
    const { video, master, playlist, cacheControl } = seen.growing
    expect(video.status.percentComplete).toBeGreaterThan(0)
    expect(video.status.percentComplete).toBeLessThan(100)
    expect(master).toMatch(/RESOLUTION=640x360.*\n\w+\/growing\.m3u8\n$/)
    expect(playlist).toContain('#EXT-X-PLAYLIST-TYPE:EVENT')
    expect(playlist).not.toContain('#EXT-X-ENDLIST')
    expect(playlist.match(/\.m4s/g)).toHaveLength(2)
    expect(cacheControl).toBe('public, no-cache')
  })

  it('keeps the chunks made before a kill -9, and becomes complete', () => {
    expect(seen.later.firstSegment).toEqual(seen.growing.firstSegment)
    expect(seen.later.master).toMatch(/RESOLUTION=640x360.*\n\w+\/index-\w+\.m3u8\n$/)
    expect(seen.later.playlist).toContain('#EXT-X-ENDLIST')
    expect(seen.later.cacheControl).toBe('public, max-age=31536000, immutable')
  })

  it('ends the growing playlist once it is complete', () => {
    expect(endOfGrowing).toContain('#EXT-X-ENDLIST')
    expect(endOfGrowing.match(/\.m4s/g)).toEqual(seen.later.playlist.match(/\.m4s/g))
  })

  it('has every frame in every rendition, and aligned segments', async () => {
    expect(seen.complete.video.status).toEqual({ state: 'ready', percentComplete: 100 })
    expect(await framesByRendition(instance, uid)).toEqual([
      { height: 360, frames },
      { height: 540, frames },
    ])
    expect(seen.complete.master.match(/index-\w+\.m3u8/g)).toHaveLength(2)
  })

  it('lists another 360p in the end, with the same segments, and keeps the first one for those who play it', () => {
    const lengths = (playlist: string) => playlist.match(/#EXTINF:[\d.]+/g)
    expect(seen.complete.playlistUrl.href).not.toBe(seen.later.playlistUrl.href)
    expect(lengths(seen.complete.playlist)).toEqual(lengths(seen.later.playlist))
    expect(retired).toBe(seen.later.playlist)
  })

  it('leaves exactly the bytes that the rows name', async () => {
    const { byRows, onDisk } = await storageAfterCleanup(instance)
    expect(onDisk).toEqual(byRows)
  })
})
