import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { holderOf } from '#platform/folder-claim.server.ts'
import { createLog } from '#platform/log.server.ts'
import { migrate } from '#platform/migrations.server.ts'
import { endLeftovers } from '#platform/postgres-processes.server.ts'
import { shiftSettings } from './shifted-clock.ts'
import { createTemplate } from './test-database.server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A connection string whose user may create databases. */
    postgresUrl: string
    /** Why there is no template. Only the tests that want a database fail by it. */
    brokenMigration: string | null
  }
}

const PREFIX = 'hoshi-test-postgres-'
/** A file system in memory. Half of the time of a test of the rooms goes into making and removing its database. */
const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3
/** Longer than any test leaves its own server stopped. */
const ABANDONED_AFTER_MS = 10 * 60_000

/** One PostgreSQL for a whole run, with a migrated template that every test database is a copy of. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Vitest takes no leave on these; with an orderly exit the server at least hears that it is over.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  await sweepKilledRuns(MEMORY)
  await sweepKilledRuns(tmpdir())
  const dataDir = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), PREFIX))
  const server = await startEmbeddedPostgres({
    dataDir,
    log: createLog('warn'),
    sync: false,
    environment: shiftSettings,
  })
  project.provide('postgresUrl', server.connectionString)
  project.provide('brokenMigration', await problemWith(createTemplate(server.connectionString, migrate)))
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= ROOM_BYTES
}

async function problemWith(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    return error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error)
  }
}

/** A run that was killed leaves its server and folder behind; the next one clears both. */
async function sweepKilledRuns(folder: string): Promise<void> {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!name.startsWith(PREFIX)) continue
    const home = join(folder, name, 'postgres')
    try {
      if (Date.now() - statSync(join(folder, name)).mtimeMs < ABANDONED_AFTER_MS) continue
      if (holderOf(join(home, 'owners')) !== null) continue
      await endLeftovers(join(home, 'pg'))
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // Another user's, or a run that is starting at this moment: theirs to keep.
    }
  }
}
