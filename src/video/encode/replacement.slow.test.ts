import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countFrames, enqueueCleanup, framesByRendition, type Instance, query } from '#tests/crash/instance-state.ts'
import { upload, waitForFinalState } from '#tests/crash/tus.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { readMediaPlaylist } from '../media/hls/media-playlist.ts'
import { RETIRED_RETENTION_SECONDS } from '../video-jobs.ts'

let dir: string
let site: TestHoshi
let home: Instance
let creator: Person
let now = new Date()

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-replacement-'))
  site = await createTestHoshi({ worksJobs: true, clock: { now: () => now } })
  home = { dataDir: site.dataDir, connectionString: () => site.connectionString }
  creator = await createPerson(site.url, 'creator')
})
afterAll(async () => {
  await site.close()
  await rm(dir, { recursive: true, force: true })
})

const foreign = { width: 960, height: 540, video: 'vp9', audio: 'opus', container: 'webm' } as const
const media = (uid: string, name = '') => join(site.dataDir, 'files/media', uid, name)

const text = async (url: string) => (await creator.call('GET', url)).text()

const statusesOf = (urls: string[]) => Promise.all(urls.map(async (url) => (await creator.call('GET', url)).status))

/** URLs of the files of a rendition, from the URL of its playlist. */
async function filesOf(list: string): Promise<string[]> {
  const playlist = readMediaPlaylist(await text(list))
  const names = playlist ? [playlist.init, ...playlist.segments.map(({ uri }) => uri)] : []
  return names.map((name) => list.replace(/[^/]+$/, name))
}

/** URLs of the playlists that a master playlist names. */
async function listsOf(master: string): Promise<string[]> {
  return [...(await text(master)).matchAll(/^[^#\s].*$/gm)].map(([uri]) => master.replace(/[^/]+$/, uri))
}

const idsOf = (uid: string, table: 'renditions' | 'retired_renditions') =>
  query<{ id: string }>(home, `select id from ${table} where video_uid = $1 order by id`, [uid])

describe('the first 360p rendition', () => {
  it('is replaced by one of fewer bits; a running player continues, and its files are removed an hour later', async () => {
    const clip = await makeClip(dir, { seconds: 5, ...foreign })
    const uid = await upload(creator, clip)
    const end = await waitForFinalState(creator, uid)
    expect(end.status).toEqual({ state: 'ready', percentComplete: 100 })

    const [first, ...others] = await idsOf(uid, 'retired_renditions')
    expect(others).toEqual([])
    const list = `/media/${uid}/${first?.id}/index.m3u8`
    const files = await filesOf(list)
    expect(await statusesOf(files)).toEqual([200, 200, 200])

    const master = await text(end.playback.hls ?? '')
    const listed = await query<{ id: string; peak_bandwidth: string; average_bandwidth: string; codecs: string }>(
      home,
      'select * from renditions where video_uid = $1 order by height',
      [uid],
    )
    const sizes = ['640x360', '960x540']
    const lines = listed.flatMap((each, index) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${each.peak_bandwidth},AVERAGE-BANDWIDTH=${each.average_bandwidth},CODECS="${each.codecs}",RESOLUTION=${sizes[index]},FRAME-RATE=24.000`,
      `${each.id}/index.m3u8`,
    ])
    expect(master.split('\n')).toEqual(['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''])
    const frames = await countFrames(clip)
    expect((await framesByRendition(home, uid)).map((each) => each.frames)).toEqual([frames, frames])

    now = new Date(now.getTime() + (RETIRED_RETENTION_SECONDS - 60) * 1000)
    await enqueueCleanup(home)
    const masters = async () => (await readdir(media(uid))).filter((name) => name.startsWith('master-'))
    await eventually('the older master is removed', async () => (await masters()).length === 1)
    expect(await filesOf(list)).toEqual(files)
    expect(await statusesOf(files)).toEqual([200, 200, 200])

    now = new Date(now.getTime() + 120_000)
    await enqueueCleanup(home)
    await eventually('its files are gone', () => !existsSync(media(uid, first?.id)))
    expect(await idsOf(uid, 'retired_renditions')).toEqual([])
    const lists = await listsOf(end.playback.hls ?? '')
    const left = (await Promise.all(lists.map(filesOf))).flat()
    expect(await statusesOf(left)).toEqual([200, 200, 200, 200, 200, 200])
  })

  it('stays when it takes hardly more bits, and the other one is removed', async () => {
    // Noise uses up the bit rate limit, however well it is encoded.
    const noise = ['-vf', 'noise=alls=90:allf=t']
    const clip = { seconds: 1, width: 960, height: 540, video: 'mpeg4', audio: 'mp3', container: 'avi' } as const
    const uid = await upload(creator, await makeClip(dir, { ...clip, extra: noise }))
    const firstRendition = await eventually('it plays', async () => (await idsOf(uid, 'renditions'))[0])
    expect((await waitForFinalState(creator, uid)).status).toEqual({ state: 'ready', percentComplete: 100 })
    await enqueueCleanup(home)
    const listed = await idsOf(uid, 'renditions')
    expect(listed).toContainEqual(firstRendition)
    expect(await idsOf(uid, 'retired_renditions')).toEqual([])
    const folders = (await readdir(media(uid), { withFileTypes: true })).filter((each) => each.isDirectory())
    expect(folders.map(({ name }) => name).sort()).toEqual(listed.map(({ id }) => id))
  })

  it('is removed with its video, even after it has been retired', async () => {
    const uid = await upload(creator, await makeClip(dir, { seconds: 2, ...foreign }))
    await waitForFinalState(creator, uid)
    expect(await idsOf(uid, 'retired_renditions')).toHaveLength(1)
    expect((await creator.call('DELETE', `/api/v1/videos/${uid}`)).status).toBe(204)
    await eventually('its files are gone', () => !existsSync(media(uid)))
    expect(await idsOf(uid, 'retired_renditions')).toEqual([])
  })
})
