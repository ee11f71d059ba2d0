import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { obtainShortClip } from './clips.ts'
import { cpuTime } from './cpu-time.ts'
import { copyEpisode } from './episode-copies.ts'
import { startHoshi } from './hoshi-process.ts'
import { pollUntil } from './poll.ts'
import { uploadFile } from './upload.ts'

export interface SeededSite {
  /** Settings that every node of the site needs. */
  settings: { DATABASE_URL: string; SECRET: string; TRUST_PROXY: string }
  /** Episodes, all with the same video of one minute. */
  episodeIds: string[]
  /** The cost of one minute of video. */
  minute: {
    originalBytes: number
    /** Bytes of all renditions and pictures. */
    mediaBytes: number
    /** Processor time of Hoshi and its tools, from the first byte until nothing is left to do. */
    cpuSeconds: number
  }
}

const POLLING = { everyMs: 500, patienceMs: 30 * 60_000 }

/** Publishes one video of a minute through Hoshi, and copies it into a catalog of so many public episodes. */
export async function seedSite(
  dataDir: string,
  databaseUrl: string,
  episodes: number,
  report: (line: string) => void,
): Promise<SeededSite> {
  const clip = await obtainShortClip(report)
  // Each viewer has an address of its own, which a proxy would pass on.
  const settings = { DATABASE_URL: databaseUrl, SECRET: 'a secret of the bench, of no worth', TRUST_PROXY: '1' }
  const { url, pid, stop } = await startHoshi(dataDir, 'server', 'all', settings)
  const creator = await createPerson(url, 'creator', 'Bench')
  const before = await cpuTime(pid)
  const { uid, episode } = await uploadFile(creator, clip)
  report('waiting for the renditions of the film…')
  const unfinished = `select uid from videos where uid = $1 and not (state = 'ready' and percent_complete = 100
    and small_posters_name is not null and preview_name is not null and source_sha256 is not null)`
  await pollUntil(
    async () => ((await queryDatabase(databaseUrl, unfinished, [uid])).length === 0 ? true : null),
    POLLING,
  )
  const after = await cpuTime(pid)
  await stop()
  const files = join(dataDir, 'files')
  const minute = {
    originalBytes: (await stat(clip)).size,
    mediaBytes: await sizeOf(join(files, 'media', uid)),
    cpuSeconds: after.own + after.children - before.own - before.children,
  }
  report(`copying it ${episodes} times…`)
  const episodeIds = await copyEpisode(files, databaseUrl, { episodeId: episode, uid }, episodes)
  return { settings, episodeIds, minute }
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries.map(async (entry) =>
    entry.isFile() ? (await stat(join(entry.parentPath, entry.name))).size : 0,
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
