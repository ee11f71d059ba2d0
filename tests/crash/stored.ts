import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Db, openDatabase } from '#platform/database.server.ts'
import { createJobs, type Jobs } from '#platform/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { socketUrl } from '#platform/postgres-cluster.server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { sweepJob, tidyJob } from '#video/video-jobs.ts'

/** One Hoshi's rows and bytes, looked at from outside. */
export interface Home {
  dataDir: string
  /** Asked at each use: an embedded server may come back elsewhere. */
  connectionString(): string
}

/** Where the embedded PostgreSQL of a data folder listens. */
export function embeddedConnection(dataDir: string): string {
  const owners = join(dataDir, 'postgres/owners')
  const newest = readdirSync(owners)
    .filter((name) => name.startsWith('owner-'))
    .sort((one, other) => Number(/\d+/.exec(one)) - Number(/\d+/.exec(other)))
    .at(-1)
  const { note } = JSON.parse(readFileSync(join(owners, newest ?? ''), 'utf8')) as { note: { socketFolder: string } }
  return socketUrl(note.socketFolder)
}

export async function query<Row extends pg.QueryResultRow>(home: Home, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: home.connectionString() })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Asks for the upkeep that is due within a minute to be done now. */
export async function hurryUpkeep(home: Home): Promise<void> {
  const videos = await query<{ uid: string }>(home, 'select uid from videos')
  await hurry(home, async (db, jobs) => {
    for (const { uid } of videos) await jobs.enqueue(db, tidyJob, { uid })
    await jobs.enqueue(db, sweepJob, {})
  })
}

/** Enqueues jobs from outside, in place of the clock. */
export async function hurry(home: Home, enqueue: (db: Db, jobs: Jobs) => Promise<void>): Promise<void> {
  const { db, close } = openDatabase(home.connectionString(), () => {}, 2)
  const jobs = createJobs(home.connectionString(), createLog('silent'))
  try {
    await jobs.start({ work: false })
    await enqueue(db, jobs)
  } finally {
    await jobs.stop()
    await close()
  }
}

/** Files and folders of videos, as they should be by the rows and as they are. */
export async function bytesAndRows(home: Home): Promise<{ byRows: string[]; onDisk: string[] }> {
  const videos = await query<{ uid: string; keeps: boolean; names: (string | null)[] }>(
    home,
    // What failed on our side may be tried again, so its bytes stay; what was refused has none.
    `select uid, state <> 'error' or reason_code = 'processing_failed' as keeps, array[master_name, poster_name,
      preview_name, storyboard_name, replace(storyboard_name, '.vtt', '.webp')] as names from videos`,
  )
  const renditions = await query<{ id: string; video_uid: string }>(
    home,
    `select id, video_uid from renditions union all
     select rendition ->> 'id', video_uid from av1_sets cross join jsonb_array_elements(renditions) as rendition`,
  )
  const byRows = [
    ...videos.filter(({ keeps }) => keeps).map(({ uid }) => `originals/${uid}`),
    ...videos.flatMap(({ uid, names }) => names.filter((name) => name !== null).map((name) => `media/${uid}/${name}`)),
    ...renditions.map(({ id, video_uid }) => `media/${video_uid}/${id}`),
  ]
  const files = join(home.dataDir, 'files')
  const onDisk = [
    ...names(join(files, 'originals')).map((name) => `originals/${name}`),
    ...names(join(files, 'media')).flatMap((uid) =>
      names(join(files, 'media', uid)).map((name) => `media/${uid}/${name}`),
    ),
    ...names(join(files, 'temporary')).map((name) => `temporary/${name}`),
    ...names(join(home.dataDir, 'scratch')).flatMap((process) =>
      names(join(home.dataDir, 'scratch', process))
        .filter((name) => name !== 'owner')
        .map((name) => `scratch/${process}/${name}`),
    ),
  ]
  return { byRows: byRows.sort(), onDisk: onDisk.sort() }
}

/** The same once upkeep has been asked for and they agree, or have had the time to. */
export async function tidiedUp(home: Home): Promise<{ byRows: string[]; onDisk: string[] }> {
  await hurryUpkeep(home)
  await eventually('bytes and rows are the same', async () => {
    const { byRows, onDisk } = await bytesAndRows(home)
    return byRows.join() === onDisk.join()
  }).catch(() => {})
  return await bytesAndRows(home)
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

export function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/** Pictures in a file, counted packet by packet. */
export async function framesIn(path: string): Promise<number> {
  const { stdout } = await promisify(execFile)('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v:0', '-count_packets'],
    ...['-show_entries', 'stream=nb_read_packets', '-of', 'csv=p=0', path],
  ])
  return Number.parseInt(stdout, 10)
}

/** Below the media of its video. */
const PLAYLIST = `id || '/' || coalesce(file_names[1], 'index.m3u8') as playlist`

/** Of each rendition by its height, lowest first. */
export async function renditionFrames(home: Home, uid: string): Promise<{ height: number; frames: number }[]> {
  const rows = await query<{ playlist: string; height: number }>(
    home,
    `select ${PLAYLIST}, height from renditions where video_uid = $1 order by height`,
    [uid],
  )
  return await Promise.all(
    rows.map(async ({ playlist, height }) => ({
      height,
      frames: await framesIn(join(home.dataDir, 'files/media', uid, playlist)),
    })),
  )
}

/** A rendition as a player finds it. */
export interface PlayedRendition {
  width: number
  height: number
  frames: number
  seconds: number
  /** Channels; 0 without sound. */
  sound: number
}

/** The renditions of a video, smallest first. */
export async function playedRenditions(home: Home, uid: string): Promise<PlayedRendition[]> {
  const rows = await query<{ playlist: string }>(
    home,
    `select ${PLAYLIST} from renditions where video_uid = $1 order by width * height`,
    [uid],
  )
  return await Promise.all(rows.map(({ playlist }) => play(join(home.dataDir, 'files/media', uid, playlist))))
}

async function play(playlist: string): Promise<PlayedRendition> {
  const { stdout } = await promisify(execFile)('ffprobe', [
    ...['-v', 'error', '-count_packets', '-of', 'json'],
    ...['-show_entries', 'stream=codec_type,width,height,channels,nb_read_packets:format=duration', playlist],
  ])
  const { streams, format } = JSON.parse(stdout) as {
    streams: { codec_type: string; width?: number; height?: number; channels?: number; nb_read_packets: string }[]
    format: { duration: string }
  }
  const picture = streams.find(({ codec_type }) => codec_type === 'video')
  const sound = streams.find(({ codec_type }) => codec_type === 'audio')
  return {
    width: picture?.width ?? 0,
    height: picture?.height ?? 0,
    frames: Number(picture?.nb_read_packets ?? 0),
    seconds: Number(format.duration),
    sound: sound?.channels ?? 0,
  }
}
