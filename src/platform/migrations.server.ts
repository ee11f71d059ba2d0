import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { connectionOptions, databaseLimits, unlimitedQueryOptions, withConnection } from './connection.server.ts'

const projectMigrations = join(import.meta.dirname, '../../db/migrations')

const OLDEST_POSTGRES = 18

const UNDEFINED_TABLE = '42P01'

// An arbitrary constant: processes that start simultaneously contend for this lock.
const MIGRATION_LOCK = 7_239_001

/** Time between two attempts to get the lock of another process: each answer shows that the server does not hang. */
const LOCK_POLL_MS = 200

/** All queries queue behind a migration that waits for a table: it fails instead, and is retried at the next start. */
const TABLE_LOCK_MS = 30_000

/**
 * Applies the new SQL files of a folder in order of their names, each in its own transaction. Safe when several
 * processes start simultaneously: one migrates while the others wait. A file takes as long as it needs, since building
 * an index of a large table may take long; everything else has the limits of the database.
 *
 * @returns names of the files applied by this call
 * @throws Error when the database does not respond or PostgreSQL is too old, and when an applied file has changed since
 *   or one fails; everything before it stays applied
 */
export async function migrate(
  connectionString: string,
  folder = projectMigrations,
  limits = databaseLimits,
): Promise<string[]> {
  const options = { connectionString, application_name: 'hoshi migrations', ...unlimitedQueryOptions(limits) }
  return await withConnection(options, async (client) => {
    async function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
      const query = { text, values, query_timeout: limits.queryMs }
      return (await client.query<Row>(query)).rows
    }
    const [server] = await ask<{ server_version: string }>('show server_version')
    const problem = versionError(server?.server_version ?? '')
    if (problem) throw new Error(problem)
    // Asked again and again while another process migrates, because a server that hangs does not answer.
    const acquire = () => ask<{ isOwn: boolean }>('select pg_try_advisory_lock($1) as "isOwn"', [MIGRATION_LOCK])
    while (!(await acquire())[0]?.isOwn) await pause(LOCK_POLL_MS)
    await ask(`set lock_timeout = ${TABLE_LOCK_MS}`)
    await ask(`
      create table if not exists migrations (
        name text primary key, checksum text not null, applied_at timestamptz(3) not null default now()
      )`)
    const known = await ask<{ name: string; checksum: string }>('select name, checksum from migrations')
    const checksums = new Map(known.map((row) => [row.name, row.checksum]))
    const applied: string[] = []
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
      const sql = await readFile(join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      const before = checksums.get(name)
      if (before === checksum) continue
      if (before) throw new Error(`Migration ${name} has changed since it was applied; write a new one instead.`)
      await applyOne(client, name, sql, checksum)
      applied.push(name)
    }
    return applied
  })
}

/**
 * Changes nothing.
 * @throws Error when the database does not respond, or does not have exactly the migrations of this version
 */
export async function assertMigrated(
  connectionString: string,
  folder = projectMigrations,
  limits = databaseLimits,
): Promise<void> {
  const options = { connectionString, application_name: 'hoshi migrations', ...connectionOptions(limits) }
  const applied = await withConnection(options, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    return rows.map(({ name }) => name)
  }).catch((error: { code?: string }) => {
    if (error.code !== UNDEFINED_TABLE) throw error
    return []
  })
  const ours = (await readdir(folder)).filter((file) => file.endsWith('.sql'))
  if (applied.sort().join() === ours.sort().join()) return
  throw new Error('The database is of another version of Hoshi. Start this version once, or use the other one.')
}

/** Why PostgreSQL with this `server_version` is not supported; null when it is. */
export function versionError(version: string): string | null {
  if (Number.parseInt(version, 10) >= OLDEST_POSTGRES) return null
  return `The database is PostgreSQL ${version}; Hoshi needs PostgreSQL ${OLDEST_POSTGRES} or later.`
}

async function applyOne(client: pg.Client, name: string, sql: string, checksum: string): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    // Fails too where the connection is lost, which rolls back as well.
    await client.query('rollback').catch(() => {})
    throw new Error(`Migration ${name} failed.`, { cause: error })
  }
}
