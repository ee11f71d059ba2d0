import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#platform/database.server.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { createJobs } from '#platform/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { onCleanup } from './cleanup.ts'
import { endlessJob, type StartedMessage } from './endless-worker.ts'
import { type Figure, median } from './figures.ts'
import { withDataDir } from './hoshi-process.ts'

const RUNS = 5
const GOAL_SECONDS = 20
/** Varied, because the deaths must not all fall on the same moment between two heartbeats. */
const KILL_AFTER_MS = [1000, 2300, 3100, 4700, 6200]

/**
 * Time from `kill -9` of a worker until another starts the same job; each its own process, on the bench's PostgreSQL.
 */
export function measureWorkerDeath(report: (line: string) => void): Promise<Figure[]> {
  return withDataDir(async (dataDir) => {
    const log = createLog('silent')
    const postgres = await startEmbeddedPostgres({ dataDir, log })
    const unregister = onCleanup(() => postgres.stop())
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
        const first = await Promise.race(pair.map((each) => waitForStart(each, run)))
        const second = pair.find((each) => each !== first)!
        await pause(KILL_AFTER_MS[run - 1])
        const startedAt = performance.now()
        first.kill('SIGKILL')
        await waitForStart(second, run)
        seconds.push((performance.now() - startedAt) / 1000)
        second.kill('SIGKILL')
        // Otherwise the next pair would take it.
        await sql`delete from pgboss.job where name = ${endlessJob.name}`.execute(db)
        report(`run ${run} of ${RUNS}: ${seconds.at(-1)!.toFixed(1)} s`)
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
      unregister()
      await postgres.stop()
    }
  })
}

async function startWorker(connectionString: string): Promise<ChildProcess> {
  const worker = fork(join(import.meta.dirname, 'endless-worker.ts'), [connectionString])
  await once(worker, 'message')
  return worker
}

/** @returns the worker, once it has started that job */
async function waitForStart(worker: ChildProcess, run: number): Promise<ChildProcess> {
  for (;;) {
    const [started] = (await once(worker, 'message')) as [StartedMessage]
    if (started.run === run) return worker
  }
}
