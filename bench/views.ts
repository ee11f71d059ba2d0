import { Pool } from 'pg'
import { createEngagement } from '#engagement/engagement.server.ts'
import { openBenchCatalog } from './bench-catalog.ts'
import { onCleanup } from './cleanup.ts'
import { type Figure, median } from './figures.ts'
import { seedEpisodes } from './seed-episodes.ts'

const ROUNDS = 3
const ROUND_MS = 3_000
/** Callers at a time, and by how much a view must be cheaper than an update of its own. */
const crowds = [
  { callers: 64, factor: 20 },
  { callers: 2_000, factor: 100 },
]
const NAIVE_CONNECTIONS = 64

/** Views of one episode, acknowledged after their commit, beside one `update … set views = views + 1` for each. */
export async function measureViews(report: (line: string) => void): Promise<Figure[]> {
  const room = await openBenchCatalog()
  await seedEpisodes(room.db, 1, 1)
  const engagement = createEngagement({ ...room, secret: 'a secret of the bench, long enough to be one' })
  const pool = new Pool({ connectionString: room.connectionString, max: NAIVE_CONNECTIONS })
  onCleanup(() => pool.end())
  await pool.query('create table naive_counts (id text primary key, views bigint not null)')
  await pool.query(`insert into naive_counts values ('e1', 0)`)
  const naive = () => pool.query(`update naive_counts set views = views + 1 where id = 'e1' returning views`)
  let visitors = 0
  const view = () => {
    visitors += 1
    const ip = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`
    const visitor = {
      cookie: null,
      ip,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      isPrefetch: false,
    }
    return engagement.plays.record({ episodeId: 'e1', kind: 'watch', visitId: `v${visitors}` }, visitor, null)
  }
  const figures: Figure[] = []
  for (const { callers, factor } of crowds) {
    report(`${callers} callers`)
    const [ours, theirs]: [number[], number[]] = [[], []]
    // Alternately, so that both meet the same machine.
    for (let round = 0; round < ROUNDS; round += 1) {
      theirs.push(await millisecondsPerThousand(callers, naive))
      ours.push(await millisecondsPerThousand(callers, view))
    }
    const baseline = median(theirs)
    figures.push({
      name: `1,000 views of one episode, ${callers} callers`,
      value: median(ours),
      unit: 'ms',
      baseline: { value: baseline },
      goal: Math.round((baseline / factor) * 10) / 10,
    })
  }
  return figures
}

/** Calls for a while, each caller again as soon as its call is acknowledged. */
async function millisecondsPerThousand(callers: number, call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  let acknowledged = 0
  const repeat = async () => {
    while (performance.now() - startedAt < ROUND_MS) {
      await call()
      acknowledged += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, repeat))
  return ((performance.now() - startedAt) / acknowledged) * 1000
}
