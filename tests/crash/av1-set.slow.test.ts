import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { muchWatchedJob } from '#engagement/much-watched.job.server.ts'
import { MUCH_WATCHED_MIN_WATCHES } from '#engagement/much-watched.ts'
import { makeClip } from '#tests/support/clips.server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { endHouse, freePort, startHoshi } from '#tests/support/hoshi-process.server.ts'
import { createPerson } from '#tests/support/person.ts'
import { bytesAndRows, embeddedConnection, framesIn, type Home, hurry, query, tidiedUp } from './stored.ts'
import { createToolGate } from './tool-gate.ts'
import { settled, upload, videoOf } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-av1-'))
const dataDir = join(root, 'data')
const home: Home = { dataDir, connectionString: () => embeddedConnection(dataDir) }
const gate = createToolGate(join(root, 'gate'))

/** One of the master playlist's entries, with its media playlist. */
interface Listed {
  attributes: string
  uri: string
  playlist: string
}

let frames = 0
let uid = ''
/** Decoded of each AV1 rendition at the end. */
const pictures = new Map<string, number>()
const seen = {} as {
  before: Listed[]
  halfway: { listed: Listed[]; first: { path: string; writtenAt: number } }
  after: Listed[]
  status: object
  kept: number
  bytes: { byRows: string[]; onDisk: string[] }
  deleted: { byRows: string[]; onDisk: string[] }
}

async function listedAt(url: string, hls: string | null): Promise<Listed[]> {
  const address = new URL(hls ?? '', url)
  const lines = (await (await fetch(address)).text()).split('\n')
  const entries = lines.flatMap((line, at) =>
    line.startsWith('#EXT-X-STREAM-INF') ? [[line, lines[at + 1] ?? '']] : [],
  )
  return await Promise.all(
    entries.map(async ([attributes = '', uri = '']) => {
      return { attributes, uri, playlist: await (await fetch(new URL(uri, address))).text() }
    }),
  )
}

const isAv1 = ({ attributes }: Listed) => attributes.includes('av01')
const lengthsIn = ({ playlist }: Listed) => playlist.match(/#EXTINF:[\d.]+/g)

/** The same film watched by enough people, and one server, killed while the second piece of the AV1 set is encoded. */
beforeAll(async () => {
  mkdirSync(dataDir)
  const port = await freePort()
  const start = () => startHoshi({ PORT: port, DATA_DIR: dataDir, AV1: 'on', ...gate.environment })
  const clip = await makeClip(join(root, 'clips'), {
    ...{ seconds: 26, width: 1280, height: 720, fps: 6, keyframeSeconds: 4 },
    extra: ['-crf', '12'],
  })
  frames = await framesIn(clip)
  let hoshi = await start()
  const creator = await createPerson(hoshi.url, 'creator')
  uid = await upload(creator, clip)
  const fields = { title: 'Loved', genre: 'Drama', nsfw: false, videoId: uid }
  const { id } = (await (await creator.call('POST', '/api/v1/episodes', fields)).json()) as { id: string }
  seen.before = await listedAt(hoshi.url, (await settled(creator, uid)).playback.hls)

  gate.hold('the second piece', '*/ffmpeg*libsvtav1*start_number=??4*')
  await query(home, 'insert into episode_stats (episode_id) values ($1) on conflict do nothing', [id])
  await query(
    home,
    `insert into plays (id, episode_id, kind, visitor_hash, visit_id, played_at)
     select n::text, $1, 'watch', decode(md5(n::text), 'hex'), n::text, now() from generate_series(1, $2::int) as n`,
    [id, MUCH_WATCHED_MIN_WATCHES],
  )
  await hurry(home, (db, jobs) => jobs.enqueue(db, muchWatchedJob, {}))
  await gate.held('the second piece')
  const [plan] = await query<{ id: string }>(
    home,
    `select renditions -> 0 ->> 'id' as id from chunk_plans where video_uid = $1 and stage = 'av1'`,
    [uid],
  )
  const folder = join(dataDir, 'files/media', uid, plan?.id ?? '')
  const [first = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('0001.m4s'),
  )
  const path = join(folder, first)
  const listed = await listedAt(hoshi.url, (await videoOf(creator, uid)).playback.hls)
  seen.halfway = { listed, first: { path, writtenAt: statSync(path).mtimeMs } }
  await hoshi.kill()
  gate.letGo('the second piece')

  hoshi = await start()
  seen.after = await eventually('the AV1 set is listed', async () => {
    const now = await listedAt(hoshi.url, (await videoOf(creator, uid)).playback.hls)
    return now.some(isAv1) && now
  })
  seen.status = (await videoOf(creator, uid)).status
  seen.kept = statSync(path).mtimeMs
  seen.bytes = await tidiedUp(home)
  for (const each of seen.after.filter(isAv1)) {
    pictures.set(each.uri, await decodedPictures(join(dataDir, 'files/media', uid, each.uri)))
  }
  await creator.call('DELETE', `/api/v1/episodes/${id}`)
  await eventually('nothing is left', () => !readdirSync(join(dataDir, 'files/media')).includes(uid))
  seen.deleted = await bytesAndRows(home)
})

afterAll(() => endHouse(root))

/** Every one is decoded; whatever cannot be is an error. */
async function decodedPictures(playlist: string): Promise<number> {
  const { stdout, stderr } = await promisify(execFile)('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v:0', '-count_frames'],
    ...['-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0', playlist],
  ])
  if (stderr !== '') throw new Error(stderr)
  return Number.parseInt(stdout, 10)
}

describe('an episode that was watched much', () => {
  it('gets a rendition of each size in AV1, listed behind the others, which stay as they were', () => {
    expect(seen.after.filter((each) => !isAv1(each))).toEqual(seen.before)
    expect(seen.after.map(isAv1)).toEqual([false, false, false, true, true, true])
    const sizes = (list: Listed[]) => list.map(({ attributes }) => /RESOLUTION=(\w+)/.exec(attributes)?.[1])
    expect(sizes(seen.after.filter(isAv1))).toEqual(sizes(seen.before))
  })

  it('says by name what it takes to decode it', () => {
    const inAv1 = seen.after.filter(isAv1)
    expect(inAv1).toHaveLength(3)
    for (const { attributes } of inAv1) expect(attributes).toMatch(/CODECS="av01\.0\.\d\dM\.08,mp4a\.40\.2"/)
  })

  it('has every picture in it, and segments that begin together with the others', () => {
    expect([...pictures.values()]).toEqual([frames, frames, frames])
    const lengths = lengthsIn(seen.before[0]!)
    expect(seen.after.filter(isAv1).map(lengthsIn)).toEqual([lengths, lengths, lengths])
  })

  it('shows nothing of the set before it is whole', () => {
    expect(seen.halfway.listed).toEqual(seen.before)
  })

  it('keeps what was made of it before a kill -9', () => {
    expect(seen.kept).toBe(seen.halfway.first.writtenAt)
  })

  it('is as ready as before', () => {
    expect(seen.status).toEqual({ state: 'ready', percentComplete: 100 })
  })

  it('leaves exactly the bytes that the rows name, and none with the episode', () => {
    expect(seen.bytes.onDisk).toEqual(seen.bytes.byRows)
    expect(seen.deleted.onDisk).toEqual([])
  })
})
