import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadClip } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { type ClipSpec, makeClip } from './clips.server.ts'

/** The rows of a finished video, its renditions and its analysis, as PostgreSQL writes them in JSON. */
export interface FinishedRows {
  uid: string
  video: Record<string, unknown>
  renditions: ({ id: string } & Record<string, unknown>)[]
  analysis: Record<string, unknown>
}

/** Processes a clip on a Hoshi of its own, and stores `media/`, `original` and `rows.json` in the folder. */
export async function makeFinishedVideo(spec: ClipSpec, folder: string): Promise<void> {
  const site = await createTestHoshi({ worksJobs: true })
  try {
    await makeFinishedVideoOn(site, spec, folder)
  } finally {
    await site.close()
  }
}

/** Processes a clip on this Hoshi, which has to work jobs, and stores `media/`, `original` and `rows.json`. */
export async function makeFinishedVideoOn(site: TestHoshi, spec: ClipSpec, folder: string): Promise<void> {
  const creator = await createPerson(site.url, 'creator')
  const uid = await uploadClip(creator, await makeClip(site.dataDir, spec))
  const [row] = await eventually('the clip is finished', async () => {
    const rows = await queryDatabase<{ rows: FinishedRows }>(site.connectionString, finished, [uid])
    return rows.length === 1 && rows
  })
  if (row?.rows.video.state !== 'ready') throw new Error(`Processing failed for ${JSON.stringify(spec)}.`)
  const files = join(site.dataDir, 'files')
  // The videos that a test makes of them have no row that names a whole file, and the flag for it is left out below.
  const filter = (path: string) => !/\/file-\w+\.mp4$/.test(path)
  await cp(join(files, 'media', uid), join(folder, 'media'), { recursive: true, filter })
  await cp(join(files, 'originals', uid), join(folder, 'original'))
  await writeFile(join(folder, 'rows.json'), `${JSON.stringify(row.rows)}\n`)
}

const finished = `
  select jsonb_build_object('uid', uid, 'video', to_jsonb(videos) - 'has_mp4_files', 'renditions',
    (select jsonb_agg(to_jsonb(renditions)) from renditions where video_uid = uid),
    'analysis', (select to_jsonb(frame_analyses) from frame_analyses where video_uid = uid)) as rows
  from videos
  where uid = $1 and (state = 'error' or (state = 'ready' and percent_complete = 100 and poster_name is not null
    and small_posters_name is not null and preview_name is not null and storyboard_name is not null))`
