import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { folderLockHolder } from '#platform/folder-lock.server.ts'
import { createLog } from '#platform/log.server.ts'
import { migrate } from '#platform/migrations.server.ts'
import { endOrphanedProcesses } from '#platform/postgres-processes.server.ts'
import { createTemplates } from '#tests/support/data/test-database.server.ts'
import { cpuFile, type FileCpu, POSTGRES } from './cpu-file.ts'
import { readProcessTimes, sumOf } from './cpu-time.ts'
import { prepareQueues } from './prepare-queues.ts'
import { shiftSettings } from './shifted-clock.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A connection string whose user may create databases. */
    postgresUrl: string
    /** Why there is no template. Only tests that need a database fail because of it. */
    brokenMigration: string | null
  }
}

const PREFIX = 'hoshi-test-postgres-'
/** A file system in memory. Tests of the rooms spend half of their time creating and dropping databases. */
const MEMORY_FOLDER = '/dev/shm'
const MIN_FREE_BYTES = 4 * 1024 ** 3
/** Longer than any test keeps its own server stopped. */
const ABANDONED_AFTER_MS = 10 * 60_000

/** One PostgreSQL for all suites of a run, with the templates that every test database copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Vitest runs no teardown on these; a clean exit at least notifies the server.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  await cleanUpKilledRuns(MEMORY_FOLDER)
  await cleanUpKilledRuns(tmpdir())
  const dataDir = mkdtempSync(join(hasDiskSpace(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), PREFIX))
  const server = await startEmbeddedPostgres({
    dataDir,
    log: createLog('warn'),
    sync: false,
    environment: shiftSettings,
  })
  project.provide('postgresUrl', server.connectionString)
  project.provide(
    'brokenMigration',
    await problemWith(createTemplates(server.connectionString, migrate, prepareQueues)),
  )
  return async () => {
    recordCpu(join(dataDir, 'postgres/pg'))
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Records the CPU time of a server, its connections and those that have ended. */
function recordCpu(cluster: string): void {
  const pidFile = join(cluster, 'postmaster.pid')
  // Missing after a test run whose server died.
  if (!existsSync(pidFile)) return
  const [pid] = readFileSync(pidFile, 'utf8').split('\n')
  const programs = sumOf(readProcessTimes(Number(pid)))
  const line: FileCpu = { file: POSTGRES, tests: 0, browsers: 0, programs, ended: 0 }
  mkdirSync(dirname(cpuFile), { recursive: true })
  appendFileSync(cpuFile, `${JSON.stringify(line)}\n`)
}

function hasDiskSpace(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= MIN_FREE_BYTES
}

async function problemWith(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    return error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error)
  }
}

/** Cleans up the servers and folders of killed runs. */
async function cleanUpKilledRuns(folder: string): Promise<void> {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!name.startsWith(PREFIX)) continue
    const postgresDir = join(folder, name, 'postgres')
    try {
      if (Date.now() - statSync(join(folder, name)).mtimeMs < ABANDONED_AFTER_MS) continue
      if (folderLockHolder(join(postgresDir, 'owners')) !== null) continue
      await endOrphanedProcesses(join(postgresDir, 'pg'))
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // Another user's, or of a run that is just starting: left alone.
    }
  }
}
