import type { Account } from '#identity/account.ts'
import { decodeCursor, encodeCursor, pageSize } from '#platform/cursor.server.ts'
import type { Db } from '#platform/database.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { type FailedJob, isJobId, type JobCounts, type JobPlace } from '#platform/listed-job.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import type { VideoHost } from '#video/video-host.ts'
import type { AuditLog } from './audit-log.server.ts'

/** Jobs whose attempts have all failed. Every verb is for admins. */
export interface FailedJobs {
  /** How many jobs run, wait and have failed. */
  counts(): Promise<JobCounts>
  /** The latest first; `limit` is 1 to 60. @throws Refusal moderation.cursor_invalid */
  failed(page: { cursor?: string; limit?: number }): Promise<{ jobs: FailedJob[]; nextCursor: string | null }>
  /**
   * Makes a failed job due again at once. A video that failed with it is processed from the beginning, by a new job.
   * @throws Refusal moderation.job_not_found, moderation.job_not_failed (409: somebody else was first)
   */
  retry(admin: Pick<Account, 'uid'>, id: string): Promise<void>
}

export interface FailedJobsParts {
  db: Db
  jobs: Pick<Jobs, 'counts' | 'failed' | 'find' | 'retry' | 'dismiss'>
  video: Pick<VideoHost, 'restartAfter'>
  audit: Pick<AuditLog, 'record'>
}

const PAGE = { size: 24, maxSize: 60 }

export function createFailedJobs({ db, jobs, video, audit }: FailedJobsParts): FailedJobs {
  return {
    counts: () => jobs.counts(db),

    async failed({ cursor, limit }) {
      const size = pageSize(limit, PAGE)
      const after = cursor === undefined ? null : readCursor(cursor)
      const found = await jobs.failed(db, { after, limit: size + 1 })
      const page = found.slice(0, size)
      return { jobs: page, nextCursor: found.length > size ? writeCursor(page.at(-1)!) : null }
    },

    async retry({ uid }, id) {
      await transact(db, async (trx) => {
        const job = await jobs.find(trx, id)
        if (!job) throw new Refusal('moderation.job_not_found')
        if (!job.isFailed) throw new Refusal('moderation.job_not_failed')
        const { kind, about } = job
        const isReplaced = about?.kind === 'video' && (await video.restartAfter(trx, kind, about.id))
        const isFirst = await (isReplaced ? jobs.dismiss(trx, job) : jobs.retry(trx, job))
        if (!isFirst) throw new Refusal('moderation.job_not_failed')
        await audit.record(trx, {
          actor: { uid },
          action: 'job.retried',
          subject: { kind: 'job', id },
          reason: '',
          before: {},
          after: { kind },
        })
      })
    },
  }
}

function writeCursor({ failedAt, id }: JobPlace): string {
  return encodeCursor(`job~${failedAt.getTime()}~${id}`)
}

/** @throws Refusal moderation.cursor_invalid for anything that `writeCursor` would not have written */
function readCursor(cursor: string): JobPlace {
  const [, at = '', id = ''] = /^job~(\d{1,15})~([0-9a-f-]{36})$/.exec(decodeCursor(cursor)) ?? []
  const place = { failedAt: new Date(Number(at)), id }
  if (!isJobId(id) || writeCursor(place) !== cursor) throw new Refusal('moderation.cursor_invalid', { field: 'cursor' })
  return place
}
