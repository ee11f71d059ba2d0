import { sql } from 'kysely'
import type { Db } from './database.server.ts'

/** The contents of a backup in figures. */
export interface BackupFigures {
  /** Files that the backup contains. */
  objectCount: number
  /** Files that it had to read, because no earlier backup has them. */
  copiedCount: number
  copiedBytes: number
  /** Size of its files and of the copy of the database. */
  totalBytes: number
}

/** One attempt at a backup. */
export interface BackupRun {
  id: string
  /** The folder or bucket that it is written to, in an operator's words. */
  place: string
  startedAt: Date
  /** The moment whose rows and files it contains; null when it did not get that far. */
  takenAt: Date | null
  endedAt: Date | null
  /** Why it failed, in an operator's words; null when it did not, or runs. */
  problem: string | null
  /** Null until it is complete. */
  figures: BackupFigures | null
}

/** The attempts at backups of this Hoshi, stored in the database that they contain. */
export interface BackupRuns {
  /** Called while no other one runs: those that have not ended were interrupted. */
  start(id: string, place: string): Promise<void>
  /** Stores the moment that ties rows and files, which is also found in a restored database. */
  mark(id: string): Promise<{ takenAt: Date; lsn: string }>
  finish(id: string, figures: BackupFigures): Promise<void>
  fail(id: string, problem: string): Promise<void>
  /** The newest attempt, and the newest complete one at a place, or at any. */
  latest(place?: string): Promise<{ last: BackupRun | null; complete: BackupRun | null }>
}

/** Attempts that are kept, at least. */
const KEPT_RUNS = 100
const PROBLEM_MAX_CHARACTERS = 1000

interface RunRow extends Omit<BackupRun, 'figures'>, BackupFigures {}

export function createBackupRuns(db: Db): BackupRuns {
  return {
    async start(id, place) {
      await sql`update backups set ended_at = now(), problem = 'It was interrupted.' where ended_at is null`.execute(db)
      await sql`insert into backups (id, place, started_at) values (${id}, ${place}, now())`.execute(db)
      await sql`delete from backups where id not in (select id from backups order by started_at desc limit ${KEPT_RUNS})
        and id is distinct from (select id from backups where total_bytes is not null order by started_at desc limit 1)`.execute(
        db,
      )
    },

    async mark(id) {
      const { rows } = await sql<{ takenAt: Date; lsn: string }>`
        update backups set taken_at = now() where id = ${id}
        returning taken_at as "takenAt", pg_current_wal_lsn()::text as lsn`.execute(db)
      if (!rows[0]) throw new Error('The entry of this backup has been removed from the database.')
      return rows[0]
    },

    async finish(id, { objectCount, copiedCount, copiedBytes, totalBytes }) {
      await sql`
        update backups set ended_at = now(), object_count = ${objectCount}, copied_count = ${copiedCount},
          copied_bytes = ${copiedBytes}, total_bytes = ${totalBytes}
        where id = ${id}`.execute(db)
    },

    async fail(id, problem) {
      await sql`update backups set ended_at = now(), problem = ${problem.slice(0, PROBLEM_MAX_CHARACTERS)}
        where id = ${id}`.execute(db)
    },

    async latest(place) {
      const columns = sql`
        id, place, started_at as "startedAt", taken_at as "takenAt", ended_at as "endedAt", problem,
        object_count as "objectCount", copied_count as "copiedCount", copied_bytes as "copiedBytes", total_bytes as "totalBytes"`
      const here = place === undefined ? sql`true` : sql`place = ${place}`
      const newest = await sql<RunRow>`
        select ${columns} from backups where ${here} order by started_at desc, id desc limit 1`.execute(db)
      const complete = await sql<RunRow>`
        select ${columns} from backups where ${here} and total_bytes is not null
        order by started_at desc, id desc limit 1`.execute(db)
      return { last: toRun(newest.rows[0]), complete: toRun(complete.rows[0]) }
    },
  }
}

function toRun(row: RunRow | undefined): BackupRun | null {
  if (!row) return null
  const { objectCount, copiedCount, copiedBytes, totalBytes, ...run } = row
  const isComplete = totalBytes !== null
  return { ...run, figures: isComplete ? { objectCount, copiedCount, copiedBytes, totalBytes } : null }
}
