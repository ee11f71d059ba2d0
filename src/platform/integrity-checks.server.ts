import { sql } from 'kysely'
import type { AuditReport, Finding } from './audit.ts'
import type { Db } from './database.server.ts'
import { newId } from './ids.server.ts'
import type { JobKind } from './job-kind.ts'
import type { Jobs } from './jobs.server.ts'
import type { Locks } from './locks.server.ts'

/** One comparison of rows and files. */
export interface IntegrityCheck {
  startedAt: Date
  endedAt: Date | null
  /** Why it did not get to its end, in an operator's words; null when it did, or runs. */
  problem: string | null
  /** Null until it is complete. */
  result: IntegrityResult | null
}

export interface IntegrityResult {
  checked: AuditReport['checked']
  counts: Record<Finding['kind'], number>
  /** The first of them, at most 200. */
  findings: ShownFinding[]
}

export type ShownFinding = Pick<Finding, 'kind' | 'key' | 'note'>

/** Comparisons of rows and files that admins start, and their results. */
export interface IntegrityChecks {
  /** Has rows and files compared as soon as a worker is free; nothing happens while that is due or under way. */
  request(): Promise<void>
  /** Whether a comparison is due or under way, and the newest that has ended. */
  latest(): Promise<{ isUnderWay: boolean; last: IntegrityCheck | null }>
  /** Registers who compares. Called before the jobs start. */
  runBy(compare: () => Promise<AuditReport>): void
}

const SHOWN_FINDINGS = 200
const KEPT_CHECKS = 20
const PROBLEM_MAX_CHARACTERS = 1000

/** A storage that is away may answer later; an admin starts the next one otherwise. */
const integrityJob: JobKind<Record<never, never>> = {
  name: 'server.integrity',
  retryLimit: 1,
  retryDelaySeconds: 60,
  expireInSeconds: 24 * 3600,
}

interface CheckRow {
  startedAt: Date
  endedAt: Date | null
  problem: string | null
  rows: number | null
  names: number
  missing: number
  different: number
  stray: number
  findings: ShownFinding[]
}

export function createIntegrityChecks({ db, jobs, locks }: { db: Db; jobs: Jobs; locks: Locks }): IntegrityChecks {
  return {
    async request() {
      if (!(await jobs.isAnyDue(db, [integrityJob]))) await jobs.enqueue(db, integrityJob, {})
    },

    async latest() {
      const { rows } = await sql<CheckRow>`
        select started_at as "startedAt", ended_at as "endedAt", problem, row_count as rows, name_count as names,
          missing_count as missing, different_count as different, stray_count as stray, findings
        from integrity_checks where ended_at is not null order by started_at desc, id desc limit 1`.execute(db)
      return { isUnderWay: await jobs.isAnyDue(db, [integrityJob]), last: rows[0] ? toCheck(rows[0]) : null }
    },

    runBy(compare) {
      jobs.handle(integrityJob, 1, async () => {
        const lock = await locks.tryAcquire(integrityJob.name)
        // Another worker compares at this moment.
        if (!lock) return
        try {
          await runCheck(db, compare)
        } finally {
          await lock.release()
        }
      })
    },
  }
}

/** Called under the lock: comparisons that have not ended were interrupted. */
async function runCheck(db: Db, compare: () => Promise<AuditReport>): Promise<void> {
  await sql`update integrity_checks set ended_at = now(), problem = 'It was interrupted.' where ended_at is null`.execute(
    db,
  )
  const id = newId()
  await sql`insert into integrity_checks (id, started_at) values (${id}, now())`.execute(db)
  try {
    await storeReport(db, id, await compare())
  } catch (error) {
    const problem = (error as Error).message.slice(0, PROBLEM_MAX_CHARACTERS)
    await sql`update integrity_checks set ended_at = now(), problem = ${problem} where id = ${id}`.execute(db)
    throw error
  }
  await sql`delete from integrity_checks where id not in (
    select id from integrity_checks order by started_at desc, id desc limit ${KEPT_CHECKS})`.execute(db)
}

async function storeReport(db: Db, id: string, { checked, findings }: AuditReport): Promise<void> {
  const count = (kind: Finding['kind']) => findings.filter((finding) => finding.kind === kind).length
  const shown: ShownFinding[] = findings.slice(0, SHOWN_FINDINGS).map(({ kind, key, note }) => ({ kind, key, note }))
  await sql`
    update integrity_checks set ended_at = now(), row_count = ${checked.rows}, name_count = ${checked.names},
      missing_count = ${count('missing')}, different_count = ${count('different')}, stray_count = ${count('stray')},
      findings = ${JSON.stringify(shown)}::jsonb
    where id = ${id}`.execute(db)
}

function toCheck({ startedAt, endedAt, problem, rows, names, ...found }: CheckRow): IntegrityCheck {
  const { missing, different, stray, findings } = found
  const result = rows === null ? null : { checked: { rows, names }, counts: { missing, different, stray }, findings }
  return { startedAt, endedAt, problem, result }
}
