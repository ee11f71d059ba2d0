import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#platform/database.server.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { onCleanup } from './cleanup.ts'
import { type Figure, median, percentile } from './figures.ts'
import { startHoshi, withDataDir } from './hoshi-process.ts'
import { seedEpisodes } from './seed-episodes.ts'
import { publishShortClip, waitForVideo } from './short-clip.ts'
import { videoOf } from './upload.ts'

const DECISIONS = 20
const LOOK_EVERY_MS = 10
const ITEMS = 100_000
const RUNS = 60
const DECISION_GOAL_MS = 1000
const QUEUE_GOAL_MS = 20
const OVERVIEW_GOAL_MS = 50

/** How fast decisions apply on two nodes, and how fast the console answers with a long queue. */
export function measureModeration(report: (line: string) => void): Promise<Figure[]> {
  return withDataDir(async (dataDir) => {
    const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') })
    const unregister = onCleanup(() => postgres.stop())
    const { connectionString } = postgres
    const settings = { DATABASE_URL: connectionString, SECRET: 'a secret of the bench, of no worth' }
    try {
      const worker = await startHoshi(dataDir, 'server', 'all', settings)
      const web = await startHoshi(dataDir, 'server', 'web', settings)
      const admin = await createPerson(worker.url, 'viewer')
      await queryDatabase(connectionString, `update users set role = 'admin' where id = $1`, [admin.account.uid])
      const figures = await measureDecisions([worker.url, web.url], admin, report)
      await worker.stop()
      report(`storing ${ITEMS} items of the queue`)
      await seedQueue(connectionString)
      figures.push(...(await measureConsole(admin, web.url)))
      await web.stop()
      return figures
    } finally {
      await postgres.stop()
      unregister()
    }
  })
}

/** From sending a decision to one node until every answer of both agrees with it. */
async function measureDecisions(urls: [string, string], admin: Person, report: (line: string) => void) {
  const creator = await createPerson(urls[0], 'creator', 'Mika')
  const { uid, episodeId } = await publishShortClip(creator)
  await waitForVideo(creator, uid, ({ playback: { poster } }) => poster !== null)
  const { hls, poster } = (await videoOf(creator, uid)).playback
  const paths = [`/watch/${episodeId}`, `/api/v1/episodes/${episodeId}`, `${hls}`, `${poster}`]
  const readers = urls.map(createStranger)
  /** Waits until both nodes answer so. */
  const agree = async (status: 200 | 404) => {
    const answered = (call: Person['call'], path: string) =>
      until(`${path} answers ${status}`, async () => (await statusOf(call('GET', path))) === status)
    const listed = (call: Person['call']) =>
      until(`the list agrees with ${status}`, async () => (await isListed(call, episodeId)) === (status === 200))
    await Promise.all(readers.flatMap(({ call }) => [...paths.map((path) => answered(call, path)), listed(call)]))
  }
  const takedowns: number[] = []
  const reversals: number[] = []
  for (let run = 0; run < DECISIONS; run += 1) {
    const node = urls[run % 2]!
    const startedAt = performance.now()
    const decisionId = await takeDown(admin, node, episodeId)
    await agree(404)
    const takenDownAt = performance.now()
    takedowns.push(takenDownAt - startedAt)
    await undo(admin, node, decisionId)
    await agree(200)
    reversals.push(performance.now() - takenDownAt)
    report(`decision ${run + 1} of ${DECISIONS}: ${Math.round(takedowns.at(-1)!)} ms`)
  }
  return [
    figure(`a takedown, until two nodes answer so: longest of ${DECISIONS}`, Math.max(...takedowns), DECISION_GOAL_MS),
    figure('  its p50', median(takedowns)),
    figure('  its reversal: longest', Math.max(...reversals), DECISION_GOAL_MS),
  ]
}

/** @returns the id of the decision */
async function takeDown(admin: Person, url: string, episodeId: string): Promise<string> {
  const subject = { kind: 'episode', id: episodeId }
  const body = { subject, decision: 'takedown', rule: '2', reason: 'Another studio’s film.' }
  const made = await admin.call('POST', `${url}/api/v1/moderation/decisions`, body, { Origin: url })
  if (made.status !== 201) throw new Error(`The decision answered ${made.status}: ${await made.text()}`)
  return ((await made.json()) as { id: string }).id
}

async function undo(admin: Person, url: string, id: string): Promise<void> {
  const path = `${url}/api/v1/moderation/decisions/${id}`
  const status = await statusOf(admin.call('DELETE', path, undefined, { Origin: url }))
  if (status !== 204) throw new Error(`Taking it back answered ${status}.`)
}

async function isListed(call: Person['call'], id: string): Promise<boolean> {
  const response = await call('GET', '/api/v1/episodes')
  const { episodes } = (await response.json()) as { episodes: { id: string }[] }
  return episodes.some((each) => each.id === id)
}

async function statusOf(responding: Promise<Response>): Promise<number> {
  const response = await responding
  await response.arrayBuffer()
  return response.status
}

/** @throws Error when it does not hold within a minute */
async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + 60_000
  while (!(await check())) {
    if (performance.now() > limit) throw new Error(`Timed out until ${what}.`)
    await pause(LOOK_EVERY_MS)
  }
}

/** A report of a stranger on each of so many episodes; one in three was also flagged. */
async function seedQueue(connectionString: string): Promise<void> {
  const { db, close } = openDatabase(connectionString, () => {}, 2)
  try {
    await seedEpisodes(db, 1, ITEMS)
    await sql`
      insert into moderation_items (id, subject_kind, subject_id, kinds, state, rank, opened_at, suggestion)
      select 'item' || n, 'episode', 'e' || n,
        case when n % 3 = 0 then '{report,suggestion}' else '{report}' end::text[], 'open', 1 + n % 2,
        now() - n * interval '1 minute',
        case when n % 3 = 0 then '{"class":"Porn","score":0.7,"atSeconds":2,"hasMarked":true}'::jsonb end
      from generate_series(1, ${ITEMS}::int) as n
    `.execute(db)
    await sql`
      insert into reports (id, item_id, reason, details, created_at)
      select 'r' || n, 'item' || n, 'not_marked_nsfw', 'At the harbour.', now() - n * interval '1 minute'
      from generate_series(1, ${ITEMS}::int) as n
    `.execute(db)
    await sql`vacuum analyze`.execute(db)
  } finally {
    await close()
  }
}

async function measureConsole(admin: Person, url: string): Promise<Figure[]> {
  const queue = await timesOf(admin, new URL('/api/v1/moderation/queue', url).href)
  const suggestions = await timesOf(admin, new URL('/api/v1/moderation/queue?kind=suggestion', url).href)
  const page = await timesOf(admin, new URL('/admin/queue', url).href)
  const overview = await timesOf(admin, new URL('/api/v1/admin/overview', url).href)
  return [
    figure(`queue of ${ITEMS} items: p50`, median(queue), QUEUE_GOAL_MS),
    figure('  its p95', percentile(queue, 95)),
    figure('  suggestions alone: p50', median(suggestions), QUEUE_GOAL_MS),
    figure('  the page, with counts and the first item: p50', median(page)),
    figure('overview: p50', median(overview), OVERVIEW_GOAL_MS),
  ]
}

async function timesOf({ call }: Person, url: string): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now()
    const status = await statusOf(call('GET', url))
    if (status !== 200) throw new Error(`${url} answered ${status}.`)
    times.push(performance.now() - startedAt)
  }
  return times
}

function figure(name: string, value: number, goal?: number): Figure {
  return { name, value, unit: 'ms', ...(goal !== undefined && { goal }) }
}
