import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#platform/database.server.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { createJobs } from '#platform/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { endlessJob, type Started } from './endless-worker.ts'
import { type Figure, median } from './figures.ts'
import { withDataDir } from './hoshi-process.ts'
import { atTheEnd } from './leftovers.ts'

const RUNS = 5
const GOAL_SECONDS = 20
/** So that the deaths do not all fall on the same moment between two signs of life. */
const LIVES_MS = [1000, 2300, 3100, 4700, 6200]

/** From `kill -9` of a worker until another one starts the same job; each a process of its own, on a PostgreSQL of its own. */
export function measureWorkerDeath(note: (line: string) => void): Promise<Figure[]> {
  return withDataDir(async (dataDir) => {
    const log = createLog('silent')
    const postgres = await startEmbeddedPostgres({ dataDir, log })
    const forget = atTheEnd(() => postgres.stop())
    const { db, close } = openDatabase(postgres.connectionString, () => {})
    const jobs = createJobs(postgres.connectionString, log)
    jobs.handle(endlessJob, 1, async () => {})
    const workers = new Set<ChildProcess>()
    try {
      await jobs.start({ work: false })
      const seconds: number[] = []
      for (let run = 1; run <= RUNS; run += 1) {
        const pair = await Promise.all([startWorker(postgres.connectionString), startWorker(postgres.connectionString)])
        for (const each of pair) workers.add(each)
        await jobs.enqueue(db, endlessJob, { run })
        const first = await Promise.race(pair.map((each) => startOf(each, run)))
        const second = pair.find((each) => each !== first)!
        await pause(LIVES_MS[run - 1])
        const begun = performance.now()
        first.kill('SIGKILL')
        await startOf(second, run)
        seconds.push((performance.now() - begun) / 1000)
        second.kill('SIGKILL')
        // Or the next pair would take it up.
        await sql`delete from pgboss.job where name = ${endlessJob.name}`.execute(db)
        note(`run ${run} of ${RUNS}: ${seconds.at(-1)!.toFixed(1)} s`)
      }
      const name = (what: string) => `a killed worker's job starts again (${what} of ${RUNS})`
      return [
        { name: name('median'), value: median(seconds), unit: 's', goal: GOAL_SECONDS },
        { name: name('longest'), value: Math.max(...seconds), unit: 's', goal: GOAL_SECONDS },
      ]
    } finally {
      for (const each of workers) each.kill('SIGKILL')
      await jobs.stop()
      await close()
      forget()
      await postgres.stop()
    }
  })
}

async function startWorker(connectionString: string): Promise<ChildProcess> {
  const worker = fork(join(import.meta.dirname, 'endless-worker.ts'), [connectionString])
  await once(worker, 'message')
  return worker
}

/** @returns the worker, when it has started that job */
async function startOf(worker: ChildProcess, run: number): Promise<ChildProcess> {
  for (;;) {
    const [started] = (await once(worker, 'message')) as [Started]
    if (started.run === run) return worker
  }
}
