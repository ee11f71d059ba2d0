import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '#platform/ids.server.ts'
import { type EpisodeFields, publish, requestUpload, uploadClip } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { ffmpegVersion } from '#video/media/ffmpeg/version.server.ts'
import { type ClipSpec, makeClip } from './clips.server.ts'

const project = join(import.meta.dirname, '../../..')
const cache = join(project, '.hoshi/golden')

/** A finished video: its row, the rows of its renditions, its analysis, and the folder with `media/` and `original`. */
interface Golden {
  folder: string
  uid: string
  video: Record<string, unknown>
  renditions: { id: string }[]
  analysis: object
}

/** Columns that workers write into a video's row. */
const processedColumns =
  'size_bytes state step percent_complete media_info duration_seconds width height frame_rate_numerator ' +
  'frame_rate_denominator master_name poster_name preview_name storyboard_name'

/**
 * Publishes an episode on a finished video, with every rendition, the poster, the preview and the storyboard. Workers
 * process each clip once for all tests; the episode gets a copy of its files and rows.
 *
 * @returns the episode's id
 */
export async function publishFinished(
  site: TestHoshi,
  creator: Person,
  spec: ClipSpec = {},
  fields: EpisodeFields = {},
): Promise<string> {
  const { uid } = await requestUpload(creator, 'clip.mp4', 1000)
  await finishVideo(site, uid, spec)
  return publish(creator, uid, fields)
}

/** Turns a video without bytes into a finished one. */
export async function finishVideo(site: TestHoshi, uid: string, spec: ClipSpec = {}): Promise<void> {
  const golden = await goldenOf(spec)
  const files = join(site.dataDir, 'files')
  const media = join(files, 'media', uid)
  await mkdir(join(files, 'originals'), { recursive: true })
  await cp(join(golden.folder, 'media'), media, { recursive: true })
  await cp(join(golden.folder, 'original'), join(files, 'originals', uid))
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
     update videos set ${set.join(', ')}, received_at = now(), probed_at = now()
     from jsonb_populate_record(null::videos, $2) as golden where videos.uid = $1`,
    [
      uid,
      JSON.stringify(golden.video),
      JSON.stringify(renamed),
      JSON.stringify({ ...golden.analysis, video_uid: uid }),
    ],
  )
}

const loaded = new Map<string, Promise<Golden>>()

function goldenOf(spec: ClipSpec): Promise<Golden> {
  const key = JSON.stringify(spec)
  const golden = loaded.get(key) ?? loadOrMake(spec)
  loaded.set(key, golden)
  return golden
}

async function loadOrMake(spec: ClipSpec): Promise<Golden> {
  encoder ??= fingerprintOfEncoder()
  const name = createHash('sha256').update(JSON.stringify(spec)).digest('hex').slice(0, 16)
  const folder = join(cache, await encoder, name)
  if (!existsSync(folder)) await make(spec, folder)
  const stored = JSON.parse(await readFile(join(folder, 'rows.json'), 'utf8')) as Omit<Golden, 'folder'>
  return { folder, ...stored }
}

/** Processes the clip on a separate Hoshi, and stores the result. */
async function make(spec: ClipSpec, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  const unfinished = await mkdtemp(`${folder}-`)
  const site = await createTestHoshi()
  try {
    const creator = await createPerson(site.url, 'creator')
    const uid = await uploadClip(creator, await makeClip(site.dataDir, spec))
    const [row] = await eventually('the clip is finished', async () => {
      const rows = await queryDatabase<{ rows: Omit<Golden, 'folder'> }>(site.connectionString, finished, [uid])
      return rows.length === 1 && rows
    })
    if (row?.rows.video.state !== 'ready') throw new Error(`Processing failed for ${JSON.stringify(spec)}.`)
    const files = join(site.dataDir, 'files')
    await cp(join(files, 'media', uid), join(unfinished, 'media'), { recursive: true })
    await cp(join(files, 'originals', uid), join(unfinished, 'original'))
    await writeFile(join(unfinished, 'rows.json'), JSON.stringify(row.rows))
    // If another process has made the same in between, its result stays.
    await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }))
  } finally {
    await site.close()
  }
}

const finished = `
  select jsonb_build_object('uid', uid, 'video', to_jsonb(videos), 'renditions',
    (select jsonb_agg(to_jsonb(renditions)) from renditions where video_uid = uid),
    'analysis', (select to_jsonb(frame_analyses) from frame_analyses where video_uid = uid)) as rows
  from videos
  where uid = $1 and (state = 'error' or (state = 'ready' and percent_complete = 100 and poster_name is not null
    and preview_name is not null and storyboard_name is not null))`

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
