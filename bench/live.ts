import { type ChildProcess, fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { SESSION_COOKIE } from '#identity/account.ts'
import { openDatabase } from '#platform/database.server.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { migrate } from '#platform/migrations.server.ts'
import { onCleanup } from './cleanup.ts'
import { type Figure, median, percentile } from './figures.ts'
import { freePort, residentMb, withDataDir } from './hoshi-process.ts'
import { monotonicMs, type ReadersOrder, type ReadersReport } from './live-readers.ts'
import type { ServerOrder } from './live-server.ts'
import { seedEpisodes } from './seed-episodes.ts'

const STREAMS = 5_000
const EPISODES = 1_000
/** Streams opened and closed before memory is read: the memory that the first ones need is not the price of one. */
const WARM_UP_STREAMS = 500
const READINGS = 8
const READING_EVERY_MS = 500
const VIEWS = 40
const READS = 150
/** Time between two views that are reported while pages are read. */
const VIEW_EVERY_MS = 300
const STREAM_GOAL_KIB = 25
const TOLD_GOAL_MS = 600
/** Other reads take at most so many times as long while dashboards are told of views. */
const READ_FACTOR = 2
const EPISODE = 'e1'
/** The creator of the episode. */
const CREATOR = 'c2'
const secret = 'a secret of the bench, long enough to be one'

/** A server on a database with people who are signed in. */
interface Site {
  url: string
  port: number
  server: ChildProcess
  readers: ChildProcess
  /** Cookie of a session of each person. */
  cookieOf(uid: string): string
}

/** Thousands of dashboards of one creator, then thousands of bells, on one process; their readers are another. */
export function measureLive(report: (line: string) => void): Promise<Figure[]> {
  return withDataDir(async (dataDir) => {
    const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') })
    const unregister = onCleanup(() => postgres.stop())
    const processes: ChildProcess[] = []
    try {
      await migrate(postgres.connectionString)
      // A server refuses to start on videos without files. Each kind of stream has one that has served no other.
      const start = () => startSite(dataDir, postgres.connectionString, processes)
      const [first, second] = [await start(), await start()]
      report(`storing ${EPISODES} episodes and sessions`)
      await fill(postgres.connectionString)
      return [...(await measureDashboards(first, report)), ...(await measureBells(second, report))]
    } finally {
      for (const each of processes) each.kill('SIGKILL')
      unregister()
      await postgres.stop()
    }
  })
}

async function fill(connectionString: string): Promise<void> {
  const { db, close } = openDatabase(connectionString, () => {})
  try {
    await seedEpisodes(db, 1, EPISODES)
    await sql`
      insert into sessions (id, token, user_id, expires_at)
      select 's' || id, 't' || id, id, now() + interval '1 day' from users
    `.execute(db)
  } finally {
    await close()
  }
}

async function startSite(dataDir: string, connectionString: string, processes: ChildProcess[]): Promise<Site> {
  const port = await freePort()
  // Readers come from one address, and each view from a network of its own.
  const settings = { MAX_CONNECTIONS: '20000', TRUST_PROXY: '1', LOG_LEVEL: 'error', DEMO: 'off', ROLE: 'web' }
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, ...settings }
  const start = (name: string, args: string[], execArgv: string[] = []) => {
    const child = fork(join(import.meta.dirname, name), args, { env, execArgv })
    processes.push(child)
    onCleanup(async () => void child.kill('SIGKILL'))
    return child
  }
  const server = start('live-server.ts', [connectionString, secret], ['--expose-gc'])
  await nextMessage(server)
  const cookieOf = (uid: string) => {
    const signature = createHmac('sha256', secret).update(`t${uid}`).digest('base64')
    return `${SESSION_COOKIE}=${encodeURIComponent(`t${uid}.${signature}`)}`
  }
  return { url: `http://127.0.0.1:${port}`, port, server, readers: start('live-readers.ts', []), cookieOf }
}

async function measureDashboards(site: Site, report: (line: string) => void): Promise<Figure[]> {
  const dashboards = { path: '/api/v1/me/episodes/live', cookies: [site.cookieOf(CREATOR)] }
  report('reading Explore without a dashboard')
  await readWhileViewed(site)
  const alone = [await readWhileViewed(site)]
  report(`opening ${STREAMS} dashboards`)
  const streamKib = await openStreams(site, dashboards)
  report(`${streamKib.toFixed(1)} KiB each; reporting ${VIEWS} views`)
  const delays: number[] = []
  for (let n = 0; n < VIEWS; n += 1) {
    delays.push(await untilAllAreTold(site))
    // At any moment of the interval in which changes are merged.
    await pause((n * 37) % 300)
  }
  report(`the last is told after ${median(delays).toFixed(0)} ms; reading Explore`)
  const meanwhile = await readWhileViewed(site)
  await ask(site.readers, { what: 'close' })
  alone.push(await readWhileViewed(site))
  const baseline = median(alone)
  const name = `${STREAMS} dashboards of one creator`
  return [
    { name: `${name}: memory of each`, value: streamKib, unit: 'KiB', goal: STREAM_GOAL_KIB },
    { name: '  from a view to the last of them: p95', value: percentile(delays, 95), unit: 'ms', goal: TOLD_GOAL_MS },
    { name: '  its p50', value: median(delays), unit: 'ms' },
    {
      name: '  a page of Explore meanwhile, beside none open',
      value: meanwhile,
      unit: 'ms',
      baseline: { value: baseline },
      goal: Math.round(READ_FACTOR * baseline * 10) / 10,
    },
  ]
}

async function measureBells(site: Site, report: (line: string) => void): Promise<Figure[]> {
  report(`opening ${STREAMS} bells`)
  const cookies = Array.from({ length: STREAMS }, (_, n) => site.cookieOf(`c${n + 1}`))
  const value = await openStreams(site, { path: '/api/v1/me/notifications/live', cookies })
  await ask(site.readers, { what: 'close' })
  return [{ name: `${STREAMS} bells of as many people: memory of each`, value, unit: 'KiB', goal: STREAM_GOAL_KIB }]
}

/** Opens all streams. @returns KiB of resident memory that one of them takes, without garbage */
async function openStreams(site: Site, streams: { path: string; cookies: string[] }): Promise<number> {
  const { port, readers } = site
  await ask(readers, { what: 'open', port, count: WARM_UP_STREAMS, ...streams })
  await ask(readers, { what: 'close' })
  const before = await memoryOf(site)
  await ask(readers, { what: 'open', port, count: STREAMS, ...streams })
  return (((await memoryOf(site)) - before) * 1e6) / 1024 / STREAMS
}

/** The least of several readings: garbage that is collected leaves the memory of a process only after a while. */
async function memoryOf({ server }: Site): Promise<number> {
  const readings: number[] = []
  for (let n = 0; n < READINGS; n += 1) {
    server.send('collect garbage' satisfies ServerOrder)
    await nextMessage(server)
    await pause(READING_EVERY_MS)
    readings.push(await residentMb(server.pid ?? 0))
  }
  return Math.min(...readings)
}

let visits = 0

/** Reports a view from a network of its own. @returns the views of the episode */
async function view({ url }: Site): Promise<number> {
  visits += 1
  const response = await fetch(`${url}/api/v1/episodes/${EPISODE}/views`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: url,
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'X-Forwarded-For': `10.${(visits >> 16) & 255}.${(visits >> 8) & 255}.${visits & 255}`,
    },
    body: JSON.stringify({ kind: 'watch', visitId: `v${visits}` }),
  })
  if (!response.ok) throw new Error(`A view answered ${response.status}: ${await response.text()}`)
  const { views, counted } = (await response.json()) as { views: number; counted: boolean }
  if (!counted) throw new Error('A view does not count.')
  return views
}

/** Milliseconds from the answer to a view until the last reader has its event. */
async function untilAllAreTold(site: Site): Promise<number> {
  const views = await view(site)
  const answeredMs = monotonicMs()
  const told = await ask(site.readers, { what: 'await', views })
  return told.what === 'told' ? Math.max(0, told.atMs - answeredMs) : Number.NaN
}

/** Milliseconds of a page of Explore, on average, while views are reported. */
async function readWhileViewed(site: Site): Promise<number> {
  let isReading = true
  const viewing = (async () => {
    for (; isReading; await pause(VIEW_EVERY_MS)) await view(site)
  })()
  const startedAt = performance.now()
  for (let n = 0; n < READS; n += 1) {
    const response = await fetch(`${site.url}/api/v1/episodes?limit=24`)
    if (!response.ok) throw new Error(`Explore answered ${response.status}.`)
    await response.arrayBuffer()
  }
  const meanMs = (performance.now() - startedAt) / READS
  isReading = false
  await viewing
  return meanMs
}

/** Sends an order to the readers. @returns their report, once they have carried it out */
async function ask(readers: ChildProcess, order: ReadersOrder): Promise<ReadersReport> {
  readers.send(order)
  const report = (await nextMessage(readers)) as ReadersReport
  if (report.what === 'failed') throw new Error(report.reason)
  return report
}

/** @throws Error when the process ends instead */
async function nextMessage(from: ChildProcess): Promise<unknown> {
  const isRead = new AbortController()
  const { signal } = isRead
  const ended = once(from, 'exit', { signal }).then(([code]) => {
    throw new Error(`A process of the bench has ended with ${code}.`)
  })
  try {
    return (await Promise.race([once(from, 'message', { signal }), ended]))[0]
  } finally {
    ended.catch(() => {})
    isRead.abort()
  }
}
