import { Agent, get } from 'node:http'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { cookieOf, createPerson } from '#tests/support/person.ts'
import { queryDatabase } from '#tests/support/query-database.server.ts'
import { onCleanup } from './cleanup.ts'
import { cpuTime } from './cpu-time.ts'
import type { Figure } from './figures.ts'
import { startHoshi, withDataDir } from './hoshi-process.ts'
import { publishShortClip } from './short-clip.ts'

const CONNECTIONS = 50
const ROUNDS = 3
const PAGES = 500
/** Episodes on Explore: more than its page shows. */
const EPISODES = 30

interface Page {
  name: string
  path: string
  cookie?: string
  goal?: number
}

/** Processor time of the server alone for a thousand pages; PostgreSQL and readers are other processes. */
export function measurePages(report: (line: string) => void): Promise<Figure[]> {
  return withDataDir(async (dataDir) => {
    const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') })
    const unregister = onCleanup(() => postgres.stop())
    const settings = { DATABASE_URL: postgres.connectionString, SECRET: 'a secret of the bench, of no worth' }
    try {
      const { episodeId, cookie } = await fill(dataDir, settings)
      const pages: Page[] = [
        { name: 'Explore, signed out', path: '/explore', goal: 3.4 },
        { name: 'Explore, signed in', path: '/explore', cookie, goal: 3.4 },
        { name: 'landing', path: '/', goal: 2.3 },
        { name: 'watch', path: `/watch/${episodeId}` },
      ]
      // Polling for jobs is not part of a page.
      const { url, pid, stop } = await startHoshi(dataDir, 'server', 'web', settings)
      for (const page of pages) await readPages(url, page)
      const seconds = pages.map(() => 0)
      for (let round = 1; round <= ROUNDS; round += 1) {
        for (const [at, page] of pages.entries()) {
          const before = await cpuTime(pid)
          await readPages(url, page)
          seconds[at]! += (await cpuTime(pid)).own - before.own
        }
        report(`round ${round} of ${ROUNDS}`)
      }
      await stop()
      return pages.map(({ name, goal }, at) => ({
        name: `1,000 pages: ${name}`,
        value: (seconds[at]! / (ROUNDS * PAGES)) * 1000,
        unit: 'CPU-s',
        goal,
      }))
    } finally {
      unregister()
      await postgres.stop()
    }
  })
}

/** Makes one playable episode, and copies of it in the database. */
async function fill(dataDir: string, settings: { DATABASE_URL: string; SECRET: string }) {
  const { url, stop } = await startHoshi(dataDir, 'server', 'all', settings)
  const creator = await createPerson(url, 'creator', 'Bench')
  const cookie = await cookieOf(url, await createPerson(url, 'viewer'))
  const { episodeId, uid } = await publishShortClip(creator)
  await stop()
  const copyVideo = `insert into videos
    select (jsonb_populate_record(one, jsonb_build_object('uid', 'v' || n, 'upload_key_hash', sha256(n::text::bytea)))).*
    from videos as one, generate_series(1, $2::int) as n where uid = $1`
  const copyEpisode = `insert into episodes (id, creator_id, video_id, title, genre, is_playable, published_at, updated_at)
    select 'e' || n, creator_id, 'v' || n, title || ' ' || n, genre, true, published_at + n * interval '1 minute', updated_at
    from episodes, generate_series(1, $2::int) as n where id = $1`
  await queryDatabase(settings.DATABASE_URL, copyVideo, [uid, EPISODES])
  await queryDatabase(settings.DATABASE_URL, copyEpisode, [episodeId, EPISODES])
  return { episodeId, cookie }
}

/** Requests pages as browsers do, over keep-alive connections. @throws Error on the first page that fails */
async function readPages(url: string, { path, cookie }: Page): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const headers = { 'User-Agent': 'Mozilla/5.0 Chrome/140', 'Accept-Encoding': 'gzip, deflate, br, zstd' }
  const options = { agent, headers: cookie === undefined ? headers : { ...headers, Cookie: cookie } }
  const readOne = () =>
    new Promise<void>((resolve, reject) => {
      get(url + path, options, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}.`))
        response.resume().on('end', resolve).on('error', reject)
      }).on('error', reject)
    })
  await Promise.all(Array.from({ length: PAGES }, readOne))
  agent.destroy()
}
