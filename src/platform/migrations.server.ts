import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { databaseLimits, KEEP_ALIVE_MS } from './connection.server.ts'

const projectMigrations = join(import.meta.dirname, '../../db/migrations')

const OLDEST_POSTGRES = 18

const UNDEFINED_TABLE = '42P01'

// An arbitrary constant: processes that start simultaneously contend for this lock.
const MIGRATION_LOCK = 7_239_001

/** All queries queue behind a migration that waits for a table: it fails instead, and is retried at the next start. */
const TABLE_LOCK_MS = 30_000

/**
 * Applies the new SQL files of a folder in order of their names, each in its own transaction. Safe when several
 * processes start simultaneously: one migrates while the others wait.
 *
 * @returns names of the files applied by this call
 * @throws Error when PostgreSQL is too old, an applied file has changed since, or one fails; everything before it stays
 *   applied
 */
export async function migrate(connectionString: string, folder = projectMigrations): Promise<string[]> {
  // No statement timeout: building an index of a large table may take long.
  const client = new pg.Client({
    connectionString,
    application_name: 'hoshi migrations',
    connectionTimeoutMillis: databaseLimits.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    const problem = versionError(rows[0]?.server_version ?? '')
    if (problem) throw new Error(problem)
    // Waits while another process migrates.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`set lock_timeout = ${TABLE_LOCK_MS}`)
    await client.query(`
      create table if not exists migrations (
        name text primary key, checksum text not null, applied_at timestamptz(3) not null default now()
      )`)
    const known = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
    const checksums = new Map(known.rows.map((row) => [row.name, row.checksum]))
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
  } finally {
    await client.end()
  }
}

/** Changes nothing. @throws Error when the database does not have exactly the migrations of this version */
export async function assertMigrated(connectionString: string, folder = projectMigrations): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'hoshi migrations' })
  await client.connect()
  try {
    const { rows } = await client.query<{ names: string[] }>(
      'select array_agg(name order by name) as names from migrations',
    )
    const ours = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
    if (rows[0]?.names?.sort().join() === ours.join()) return
  } catch (error) {
    if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error
  } finally {
    await client.end()
  }
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
    await client.query('rollback')
    throw new Error(`Migration ${name} failed.`, { cause: error })
  }
}
