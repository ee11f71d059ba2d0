import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Db, openDatabase } from '#platform/database.server.ts'
import { createJobs, type Jobs } from '#platform/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import type { HoshiProcess } from '#tests/support/worlds/hoshi-process.server.ts'
import { cleanupJob, mediaCleanupJob } from '#video/video-jobs.ts'

/** One Hoshi's rows and bytes, seen from outside. */
export interface Instance {
  dataDir: string
  /** Called at each use: an embedded server may restart at another socket. */
  connectionString(): string
}

/** Number of the main process of that PostgreSQL. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/pg/postmaster.pid'), 'utf8').split('\n')[0])
}

export async function query<Row extends pg.QueryResultRow>(instance: Instance, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: instance.connectionString() })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/**
 * Kills a process. Ages what it was about to store: cleanup leaves such a file alone for ten minutes, since it cannot
 * know that nobody writes it any more.
 */
export async function killHoshi(hoshi: HoshiProcess, { dataDir }: Instance): Promise<void> {
  await hoshi.kill()
  const temporary = join(dataDir, 'files/temporary')
  const anHourAgo = new Date(Date.now() - 3600 * 1000)
  for (const name of names(temporary)) utimesSync(join(temporary, name), anHourAgo, anHourAgo)
}

/** Enqueues the cleanup jobs that are due within a minute. */
export async function enqueueCleanup(instance: Instance): Promise<void> {
  const videos = await query<{ uid: string }>(instance, 'select uid from videos')
  await enqueueJobs(instance, async (db, jobs) => {
    for (const { uid } of videos) await jobs.enqueue(db, mediaCleanupJob, { uid })
    await jobs.enqueue(db, cleanupJob, {})
  })
}

/** Enqueues jobs from outside, in place of the clock. */
export async function enqueueJobs(instance: Instance, enqueue: (db: Db, jobs: Jobs) => Promise<void>): Promise<void> {
  const { db, close } = openDatabase(instance.connectionString(), () => {}, 2)
  const jobs = createJobs(instance.connectionString(), createLog('silent'))
  try {
    await jobs.start({ work: false })
    await enqueue(db, jobs)
  } finally {
    await jobs.stop()
    await close()
  }
}

/** Files and folders of videos, as the rows name them and as they are on disk. */
export async function storageState(instance: Instance): Promise<{ byRows: string[]; onDisk: string[] }> {
  const videos = await query<{ uid: string; keeps: boolean; names: (string | null)[] }>(
    instance,
    // A failure on our side may be retried, so its bytes stay; a refused file has none.
    `select uid, state <> 'error' or reason_code = 'processing_failed' as keeps, array[master_name, poster_name,
      preview_name, storyboard_name, replace(storyboard_name, '.vtt', '.webp'), small_posters_name,
      replace(small_posters_name, '-320-', '-160-'), replace(small_posters_name, '-320-', '-80-'),
      large_poster_name, large_chosen_poster_name] as names from videos`,
  )
  const renditions = await query<{ id: string; video_uid: string }>(
    instance,
    `select id, video_uid from renditions union all select id, video_uid from retired_renditions union all
     select name, video_uid from mp4_files union all
     select rendition ->> 'id', video_uid from av1_sets cross join jsonb_array_elements(renditions) as rendition`,
  )
  const byRows = [
    ...videos.filter(({ keeps }) => keeps).map(({ uid }) => `originals/${uid}`),
    ...videos.flatMap(({ uid, names }) => names.filter((name) => name !== null).map((name) => `media/${uid}/${name}`)),
    ...renditions.map(({ id, video_uid }) => `media/${video_uid}/${id}`),
  ]
  const files = join(instance.dataDir, 'files')
  const onDisk = [
    ...names(join(files, 'originals')).map((name) => `originals/${name}`),
    ...names(join(files, 'media')).flatMap((uid) =>
      names(join(files, 'media', uid)).map((name) => `media/${uid}/${name}`),
    ),
    ...names(join(files, 'temporary')).map((name) => `temporary/${name}`),
    ...names(join(instance.dataDir, 'scratch')).flatMap((process) =>
      names(join(instance.dataDir, 'scratch', process))
        .filter((name) => name !== 'owner')
        .map((name) => `scratch/${process}/${name}`),
    ),
  ]
  return { byRows: byRows.sort(), onDisk: onDisk.sort() }
}

/** The state of the storage after a cleanup, once rows and disk agree or the time limit has passed. */
export async function storageAfterCleanup(instance: Instance): Promise<{ byRows: string[]; onDisk: string[] }> {
  await enqueueCleanup(instance)
  await eventually('bytes and rows are the same', async () => {
    const { byRows, onDisk } = await storageState(instance)
    return byRows.join() === onDisk.join()
  }).catch(() => {})
  return await storageState(instance)
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

/** Frames in a file, counted by packet. */
export async function countFrames(path: string): Promise<number> {
  const { stdout } = await promisify(execFile)('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v:0', '-count_packets'],
    ...['-show_entries', 'stream=nb_read_packets', '-of', 'csv=p=0', path],
  ])
  return Number.parseInt(stdout, 10)
}

/** Path below the media folder of its video. */
const PLAYLIST = `id || '/' || coalesce(file_names[1], 'index.m3u8') as playlist`

/** Frames of each rendition by its height, lowest first. */
export async function framesByRendition(
  instance: Instance,
  uid: string,
): Promise<{ height: number; frames: number }[]> {
  const rows = await query<{ playlist: string; height: number }>(
    instance,
    `select ${PLAYLIST}, height from renditions where video_uid = $1 order by height`,
    [uid],
  )
  return await Promise.all(
    rows.map(async ({ playlist, height }) => ({
      height,
      frames: await countFrames(join(instance.dataDir, 'files/media', uid, playlist)),
    })),
  )
}

/** A rendition as a player receives it. */
export interface PlayedRendition {
  width: number
  height: number
  frames: number
  seconds: number
  /** Audio channels; 0 without an audio track. */
  audioChannels: number
}

/** Paths of the media playlists of a video, smallest rendition first. */
export async function renditionPlaylists(instance: Instance, uid: string): Promise<string[]> {
  const rows = await query<{ playlist: string }>(
    instance,
    `select ${PLAYLIST} from renditions where video_uid = $1 order by width * height`,
    [uid],
  )
  return rows.map(({ playlist }) => join(instance.dataDir, 'files/media', uid, playlist))
}

/** The renditions of a video, smallest first. */
export async function playedRenditions(instance: Instance, uid: string): Promise<PlayedRendition[]> {
  return await Promise.all((await renditionPlaylists(instance, uid)).map(probePlaylist))
}

export async function probePlaylist(playlist: string): Promise<PlayedRendition> {
  const { stdout } = await promisify(execFile)('ffprobe', [
    ...['-v', 'error', '-count_packets', '-of', 'json'],
    ...['-show_entries', 'stream=codec_type,width,height,channels,nb_read_packets:format=duration', playlist],
  ])
  const { streams, format } = JSON.parse(stdout) as {
    streams: { codec_type: string; width?: number; height?: number; channels?: number; nb_read_packets: string }[]
    format: { duration: string }
  }
  const videoStream = streams.find(({ codec_type }) => codec_type === 'video')
  const audioStream = streams.find(({ codec_type }) => codec_type === 'audio')
  return {
    width: videoStream?.width ?? 0,
    height: videoStream?.height ?? 0,
    frames: Number(videoStream?.nb_read_packets ?? 0),
    seconds: Number(format.duration),
    audioChannels: audioStream?.channels ?? 0,
  }
}
