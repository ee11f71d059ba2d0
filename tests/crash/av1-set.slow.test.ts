import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { popularEpisodesJob } from '#engagement/popular-episodes.job.server.ts'
import { POPULAR_MIN_WATCHES } from '#engagement/popular-episodes.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { embeddedConnection } from '#tests/support/worlds/embedded-connection.server.ts'
import { destroyInstance, startHoshi } from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import {
  countFrames,
  enqueueJobs,
  type Instance,
  killHoshi,
  query,
  storageAfterCleanup,
  storageState,
} from './instance-state.ts'
import { createToolGate } from './tool-gate.ts'
import { upload, videoOf, waitForFinalState } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-av1-'))
const dataDir = join(root, 'data')
const instance: Instance = { dataDir, connectionString: () => embeddedConnection(dataDir) }
const gate = createToolGate(join(root, 'gate'))

/** One of the master playlist's entries, with its media playlist. */
interface PlaylistEntry {
  attributes: string
  uri: string
  playlist: string
}

let frames = 0
let uid = ''
/** Decoded frames of each AV1 rendition at the end. */
const decodedFrames = new Map<string, number>()
const seen = {} as {
  before: PlaylistEntry[]
  halfway: { entries: PlaylistEntry[]; first: { path: string; writtenAt: number } }
  after: PlaylistEntry[]
  status: object
  writtenAtAfterRestart: number
  bytes: { byRows: string[]; onDisk: string[] }
  deleted: { byRows: string[]; onDisk: string[] }
}

async function readMasterPlaylist(url: string, hls: string | null): Promise<PlaylistEntry[]> {
  const masterUrl = new URL(hls ?? '', url)
  const lines = (await (await fetch(masterUrl)).text()).split('\n')
  const entries = lines.flatMap((line, at) =>
    line.startsWith('#EXT-X-STREAM-INF') ? [[line, lines[at + 1] ?? '']] : [],
  )
  return await Promise.all(
    entries.map(async ([attributes = '', uri = '']) => {
      return { attributes, uri, playlist: await (await fetch(new URL(uri, masterUrl))).text() }
    }),
  )
}

const isAv1 = ({ attributes }: PlaylistEntry) => attributes.includes('av01')
const lengthsIn = ({ playlist }: PlaylistEntry) => playlist.match(/#EXTINF:[\d.]+/g)

/** One video with enough watches, on one server that is killed while the second chunk of its AV1 set is encoded. */
beforeAll(async () => {
  mkdirSync(dataDir)
  const port = await freePort()
  const start = () => startHoshi({ PORT: port, DATA_DIR: dataDir, AV1: 'on', ...gate.environment })
  const clip = await makeClip(join(root, 'clips'), {
    seconds: 26,
    width: 1280,
    height: 720,
    fps: 6,
    keyframeSeconds: 4,
    extra: ['-crf', '12'],
  })
  frames = await countFrames(clip)
  let hoshi = await start()
  const creator = await createPerson(hoshi.url, 'creator')
  uid = await upload(creator, clip)
  const fields = { title: 'Loved', genre: 'Drama', nsfw: false, videoId: uid }
  const { id } = (await (await creator.call('POST', '/api/v1/episodes', fields)).json()) as { id: string }
  seen.before = await readMasterPlaylist(hoshi.url, (await waitForFinalState(creator, uid)).playback.hls)

  gate.block('the second chunk', '*/ffmpeg*libsvtav1*start_number=??4*')
  await query(instance, 'insert into episode_stats (episode_id) values ($1) on conflict do nothing', [id])
  await query(
    instance,
    `insert into plays (id, episode_id, kind, visitor_hash, visit_id, played_at)
     select n::text, $1, 'watch', decode(md5(n::text), 'hex'), n::text, now() from generate_series(1, $2::int) as n`,
    [id, POPULAR_MIN_WATCHES],
  )
  await enqueueJobs(instance, (db, jobs) => jobs.enqueue(db, popularEpisodesJob, {}))
  await gate.blocked('the second chunk')
  const [plan] = await query<{ id: string }>(
    instance,
    `select renditions -> 0 ->> 'id' as id from chunk_plans where video_uid = $1 and stage = 'av1'`,
    [uid],
  )
  const folder = join(dataDir, 'files/media', uid, plan?.id ?? '')
  const [first = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('0001.m4s'),
  )
  const path = join(folder, first)
  const entries = await readMasterPlaylist(hoshi.url, (await videoOf(creator, uid)).playback.hls)
  seen.halfway = { entries, first: { path, writtenAt: statSync(path).mtimeMs } }
  await killHoshi(hoshi, instance)
  gate.release('the second chunk')

  hoshi = await start()
  seen.after = await eventually('the AV1 set is listed', async () => {
    const now = await readMasterPlaylist(hoshi.url, (await videoOf(creator, uid)).playback.hls)
    return now.some(isAv1) && now
  })
  seen.status = (await videoOf(creator, uid)).status
  seen.writtenAtAfterRestart = statSync(path).mtimeMs
  seen.bytes = await storageAfterCleanup(instance)
  for (const each of seen.after.filter(isAv1)) {
    decodedFrames.set(each.uri, await countDecodedFrames(join(dataDir, 'files/media', uid, each.uri)))
  }
  await creator.call('DELETE', `/api/v1/episodes/${id}`)
  await eventually('nothing is left', () => !readdirSync(join(dataDir, 'files/media')).includes(uid))
  seen.deleted = await storageState(instance)
})

afterAll(() => destroyInstance(root))

/** Decodes every frame. @returns their number @throws Error when one cannot be decoded */
async function countDecodedFrames(playlist: string): Promise<number> {
  const { stdout, stderr } = await promisify(execFile)('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v:0', '-count_frames'],
    ...['-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0', playlist],
  ])
  if (stderr !== '') throw new Error(stderr)
  return Number.parseInt(stdout, 10)
}

describe('a much-watched episode', () => {
  it('gets an AV1 rendition of each size, listed after the others, which stay unchanged', () => {
    expect(seen.after.filter((each) => !isAv1(each))).toEqual(seen.before)
    expect(seen.after.map(isAv1)).toEqual([false, false, false, true, true, true])
    const sizes = (list: PlaylistEntry[]) => list.map(({ attributes }) => /RESOLUTION=(\w+)/.exec(attributes)?.[1])
    expect(sizes(seen.after.filter(isAv1))).toEqual(sizes(seen.before))
  })

  it('names the codecs needed to decode it', () => {
    const inAv1 = seen.after.filter(isAv1)
    expect(inAv1).toHaveLength(3)
    for (const { attributes } of inAv1) expect(attributes).toMatch(/CODECS="av01\.0\.\d\dM\.08,mp4a\.40\.2"/)
  })

  it('has every frame, and segments aligned with the others', () => {
    expect([...decodedFrames.values()]).toEqual([frames, frames, frames])
    const lengths = lengthsIn(seen.before[0]!)
    expect(seen.after.filter(isAv1).map(lengthsIn)).toEqual([lengths, lengths, lengths])
  })

  it('lists nothing of the set before it is complete', () => {
    expect(seen.halfway.entries).toEqual(seen.before)
  })

  it('keeps the segments made before a kill -9', () => {
    expect(seen.writtenAtAfterRestart).toBe(seen.halfway.first.writtenAt)
  })

  it('stays ready', () => {
    expect(seen.status).toEqual({ state: 'ready', percentComplete: 100 })
  })

  it('leaves exactly the bytes that the rows name, and none after the episode is deleted', () => {
    expect(seen.bytes.onDisk).toEqual(seen.bytes.byRows)
    expect(seen.deleted.onDisk).toEqual([])
  })
})
