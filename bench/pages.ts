import { Agent, get } from 'node:http'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { cookieOf, createPerson } from '#tests/support/http/person.ts'
import { onCleanup } from './cleanup.ts'
import { cpuTime } from './cpu-time.ts'
import type { Figure } from './figures.ts'
import { startHoshi, withDataDir } from './hoshi-process.ts'
import { publishShortClip } from './short-clip.ts'

const CONNECTIONS = 50
const ROUNDS = 3
const PAGES = 500
/** Pages from memory in a round, which take less than a millisecond each. */
const SHARED_PAGES = 10_000
/** A rendered page takes at least as many times the processor time of one from memory. */
const SHARED_GOAL = 20
/** A query with which a page is rendered for its caller. */
const RENDERED = '?rendered'
/** Episodes on Explore: more than its page shows. */
const EPISODES = 30

interface Page {
  name: string
  path: string
  cookie?: string
  goal?: number
}

/** Processor seconds for one page from memory, and for the same page rendered. */
interface SharedTimes {
  shared: number
  rendered: number
}

/** Processor time of the server alone for a thousand pages; PostgreSQL and readers are other processes. */
export function measurePages(report: (line: string) => void): Promise<Figure[]> {
  return withDataDir(async (dataDir) => {
    const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') })
    const unregister = onCleanup(() => postgres.stop())
    const settings = { DATABASE_URL: postgres.connectionString, SECRET: 'a secret of the bench, of no worth' }
    try {
      const { episodeId, creatorId, cookie } = await fill(dataDir, settings)
      const pages: Page[] = [
        { name: 'Explore, signed out', path: `/explore${RENDERED}`, goal: 3.4 },
        { name: 'Explore, signed in', path: '/explore', cookie, goal: 3.4 },
        { name: 'landing', path: `/${RENDERED}`, goal: 2.3 },
        { name: 'watch', path: `/watch/${episodeId}${RENDERED}` },
      ]
      const sharedPages: Page[] = [
        { name: 'Explore', path: '/explore' },
        { name: 'landing', path: '/' },
        { name: 'profile', path: `/creator/${creatorId}` },
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
      const sharedTimes = await measureShared(url, pid, sharedPages, report)
      await stop()
      const shared = sharedPages.map(
        ({ name }, at): Figure => ({
          name: `1,000 pages from memory, beside rendered ones: ${name}`,
          value: sharedTimes[at]!.shared * 1000,
          unit: 'CPU-s',
          baseline: { value: sharedTimes[at]!.rendered * 1000 },
          goal: Math.round((sharedTimes[at]!.rendered * 100_000) / SHARED_GOAL) / 100,
        }),
      )
      const rendered = pages.map(
        ({ name, goal }, at): Figure => ({
          name: `1,000 pages: ${name}`,
          value: (seconds[at]! / (ROUNDS * PAGES)) * 1000,
          unit: 'CPU-s',
          goal,
        }),
      )
      return [...rendered, ...shared]
    } finally {
      unregister()
      await postgres.stop()
    }
  })
}

/** Alternates between both, so that other work on the machine slows both down. */
async function measureShared(
  url: string,
  pid: number,
  pages: Page[],
  report: (line: string) => void,
): Promise<SharedTimes[]> {
  const times = pages.map((): SharedTimes => ({ shared: 0, rendered: 0 }))
  const measure = async (page: Page, count: number) => {
    const before = await cpuTime(pid)
    await readPages(url, page, count)
    return ((await cpuTime(pid)).own - before.own) / (ROUNDS * count)
  }
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [at, page] of pages.entries()) {
      times[at]!.rendered += await measure({ ...page, path: page.path + RENDERED }, PAGES)
      times[at]!.shared += await measure(page, SHARED_PAGES)
    }
    report(`from memory, round ${round} of ${ROUNDS}`)
  }
  return times
}

/** Makes one playable episode, and copies of it in the database. */
export async function fill(dataDir: string, settings: { DATABASE_URL: string; SECRET: string }) {
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
  return { episodeId, creatorId: creator.account.uid, cookie }
}

/** Requests pages as browsers do, over keep-alive connections. @throws Error on the first page that fails */
async function readPages(url: string, { path, cookie }: Page, count = PAGES): Promise<void> {
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
  await Promise.all(Array.from({ length: count }, readOne))
  agent.destroy()
}
