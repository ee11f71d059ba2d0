import type { Db } from '#platform/database.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { ProcessingParts, VideoJobData } from './run-with-scratch.server.ts'

/** Most videos for which one run queues a job. */
const MOST_AT_ONCE = 100

const AGAIN_AFTER_MS = 24 * 3_600_000

/**
 * Queues the job that makes a kind of image or file for the videos that have none: those from before there were any, and, once a
 * day, those whose jobs failed. Called again each minute, it waits until the jobs that it queued are done.
 */
export async function queueMissing(
  { db, clock, jobs }: Pick<ProcessingParts, 'db' | 'clock' | 'jobs'>,
  job: JobKind<VideoJobData>,
  uidsWithout: (db: Db, passedOver: string[], limit: number) => Promise<string[]>,
): Promise<void> {
  if (await jobs.isAnyDue(db, [job])) return
  const failed = await jobs.failedSince(db, job, new Date(clock.now().getTime() - AGAIN_AFTER_MS))
  const passedOver = failed.map(({ uid }) => uid)
  for (const uid of await uidsWithout(db, passedOver, MOST_AT_ONCE)) await jobs.enqueue(db, job, { uid })
}
