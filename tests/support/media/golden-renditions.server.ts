import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '#platform/ids.server.ts'
import { type EpisodeFields, publish, requestUpload } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import type { Person } from '#tests/support/http/person.ts'
import type { TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { ffmpegVersion } from '#video/media/ffmpeg/version.server.ts'
import type { ClipSpec } from './clips.server.ts'
import type { FinishedClip } from './finished-clips.ts'
import { type FinishedRows, makeFinishedVideo } from './make-finished-video.server.ts'

const project = join(import.meta.dirname, '../../..')
const cache = join(project, '.hoshi/golden')
/** The finished videos of `finishedClips`, one folder each: `media/` as a host stores it, and `rows.json`. */
export const fixtures = join(project, 'tests/fixtures/golden')
/** `npm run golden`: what the pipeline makes today takes the place of what is in the project. */
export const renewsFixtures = process.env.HOSHI_RENEW_GOLDEN === '1'

/** A finished video: its rows, and the folder with `media/` and, where it is kept, `original`. */
type Golden = FinishedRows & { folder: string }

/** Columns that workers write into a video's row. */
const processedColumns =
  'state step percent_complete media_info duration_seconds width height frame_rate_numerator ' +
  'frame_rate_denominator master_name poster_name small_posters_name poster_width poster_height preview_name storyboard_name'

/**
 * Publishes an episode on a finished video, with every rendition, the poster, the preview and the storyboard: a copy of
 * files and rows that are in the project. Its original is the copied rendition in one file.
 *
 * @param clip a spec for what none of them has: workers then process it once for all tests, which takes seconds
 * @returns the episode's id
 */
export async function publishFinished(
  site: TestHoshi,
  creator: Person,
  clip: FinishedClip | ClipSpec,
  fields: EpisodeFields = {},
): Promise<string> {
  const { uid } = await requestUpload(creator, 'clip.mp4', 1000)
  await finishVideo(site, uid, clip)
  return publish(creator, uid, fields)
}

/** Turns a video without bytes into a finished one. */
export async function finishVideo(site: TestHoshi, uid: string, clip: FinishedClip | ClipSpec): Promise<void> {
  const golden = await goldenOf(clip)
  const files = join(site.dataDir, 'files')
  const media = join(files, 'media', uid)
  const original = join(files, 'originals', uid)
  await mkdir(dirname(original), { recursive: true })
  await cp(join(golden.folder, 'media'), media, { recursive: true })
  if (existsSync(join(golden.folder, 'original'))) await cp(join(golden.folder, 'original'), original)
  else await writeFile(original, await joinSegments(join(media, golden.renditions[0]!.id)))
  // A rendition's id is unique, and its folder is named after it.
  const renamed = golden.renditions.map((row) => ({ ...row, id: newId(), video_uid: uid, from: row.id }))
  const master = join(media, String(golden.video.master_name))
  let playlist = await readFile(master, 'utf8')
  for (const { id, from } of renamed) {
    await rename(join(media, from), join(media, id))
    playlist = playlist.replaceAll(from, id)
  }
  await writeFile(master, playlist)
  const set = processedColumns.split(' ').map((column) => `${column} = golden.${column}`)
  await queryDatabase(
    site.connectionString,
    `with made as (insert into renditions select * from jsonb_populate_recordset(null::renditions, $3)),
       analysed as (insert into frame_analyses select * from jsonb_populate_record(null::frame_analyses, $4))
     update videos set ${set.join(', ')}, size_bytes = $5, received_at = now(), probed_at = now(), has_mp4_files = true
     from jsonb_populate_record(null::videos, $2) as golden where videos.uid = $1`,
    [
      uid,
      JSON.stringify(golden.video),
      JSON.stringify(renamed),
      JSON.stringify({ ...golden.analysis, video_uid: uid }),
      (await stat(original)).size,
    ],
  )
}

/** A copied rendition in one file: its initialisation and segments, one after the other, are a valid MP4. */
async function joinSegments(folder: string): Promise<Buffer> {
  const segments = (await readdir(folder)).filter((name) => name.endsWith('.m4s')).sort()
  return Buffer.concat(await Promise.all(['init.mp4', ...segments].map((name) => readFile(join(folder, name)))))
}

const loaded = new Map<string, Promise<Golden>>()

function goldenOf(clip: FinishedClip | ClipSpec): Promise<Golden> {
  const key = JSON.stringify(clip)
  const golden = loaded.get(key) ?? (typeof clip === 'string' ? load(join(fixtures, clip)) : loadOrMake(clip))
  loaded.set(key, golden)
  return golden
}

async function load(folder: string): Promise<Golden> {
  return { folder, ...(JSON.parse(await readFile(join(folder, 'rows.json'), 'utf8')) as FinishedRows) }
}

async function loadOrMake(spec: ClipSpec): Promise<Golden> {
  encoder ??= fingerprintOfEncoder()
  const name = createHash('sha256').update(JSON.stringify(spec)).digest('hex').slice(0, 16)
  const folder = join(cache, await encoder, name)
  if (!existsSync(folder)) await makeCached(spec, folder)
  return load(folder)
}

async function makeCached(spec: ClipSpec, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  const unfinished = await mkdtemp(`${folder}-`)
  await makeFinishedVideo(spec, unfinished)
  // If another process has made the same in between, its result stays.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }))
}

let encoder: Promise<string> | undefined

/** Changes with everything that affects files or rows: the room's code, its tables, ffmpeg. */
async function fingerprintOfEncoder(): Promise<string> {
  const hash = createHash('sha256').update(String(await ffmpegVersion()))
  const video = join(project, 'src/video')
  const sources = (await readdir(video, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name)).sort()
  const others = [join(project, 'db/structure.sql'), join(import.meta.dirname, 'clips.server.ts')]
  for (const path of [...sources.map((name) => join(video, name)), ...others]) hash.update(await readFile(path))
  return hash.digest('hex').slice(0, 16)
}
