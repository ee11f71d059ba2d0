import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Db, Trx } from './database.server.ts'
import type { JobKind } from './job-kind.ts'
import type { Log } from './log.server.ts'

/** Data of the unfinished jobs of these kinds: queued, deferred or active, on any node. */
export async function unfinishedJobs<Data extends object>(db: Db | Trx, kinds: JobKind<Data>[]): Promise<Data[]> {
  const names = kinds.map(({ name }) => name)
  const { rows } = await sql<{ data: Data }>`
    select data from pgboss.job where name = any(${names}::text[]) and state < 'completed'`.execute(db)
  return rows.map(({ data }) => data)
}

/** @see Jobs.waiting */
export async function waitingJobs<Data extends object>(db: Db | Trx, kind: JobKind<Data>): Promise<Data[]> {
  // The order in which pg-boss takes them, served by its own index.
  const { rows } = await sql<{ data: Data }>`
    select data from pgboss.job
    where name = ${kind.name} and state < 'active' and not blocked and start_after <= now()
    order by priority desc, created_on, id`.execute(db)
  return rows.map(({ data }) => data)
}

/** @see Jobs.isAnyDue */
export async function isAnyJobDue(db: Db | Trx, jobKinds: JobKind<object>[]): Promise<boolean> {
  const names = jobKinds.map(({ name }) => name)
  const { rows } = await sql<{ isAny: boolean }>`
    select exists (
      select from pgboss.job where name = any(${names}::text[]) and state < 'completed' and start_after <= now()
    ) as "isAny"`.execute(db)
  return rows[0]!.isAny
}

/** @throws when the tables of jobs are missing or cannot be read */
export async function checkJobTables(db: Db): Promise<void> {
  await sql`select 1 from pgboss.queue limit 1`.execute(db)
}

/** Ends the retry delay of jobs lost with their worker: the delay is meant for jobs that failed. */
export async function retryLostJobs(boss: PgBoss, log: Log): Promise<void> {
  try {
    await boss.getDb().executeSql(`
      update pgboss.job set start_after = now()
      where state = 'retry' and start_after > now() and output #>> '{value,message}' = 'job heartbeat timeout'`)
  } catch (error) {
    log.debug({ err: error }, 'jobs: ending the retry delay of lost jobs failed')
  }
}
