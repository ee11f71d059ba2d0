import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { refusePage } from '#app/http/refused.server.ts'
import { JOB_RETRIED, jobName, REASON_UNKNOWN } from '#app/messages/jobs.ts'
import type { FailedJob } from '#platform/listed-job.ts'
import { nameJobSubjects } from './job-subjects.server.ts'

/** A failed job, as the page receives it. */
export interface JobItem {
  id: string
  name: string
  /** The name of its queue. */
  kind: string
  /** The name of its subject; empty where it has none. */
  about: string
  attempts: number
  failedAt: Date
  reason: string
}

/** Reads one page of the failed jobs, with the names of their subjects. */
export async function loadJobs(context: Readonly<RouterContextProvider>, { searchParams }: URL) {
  const rooms = context.get(hoshiContext)
  const cursor = searchParams.get('cursor')
  const { jobs, nextCursor } = await rooms.administration.jobs.failed(cursor ? { cursor } : {}).catch(refusePage)
  const nameOf = await nameJobSubjects(rooms, jobs)
  const items = jobs.map((job) => toJobItem(job, nameOf))
  return { items, nextCursor, isFirst: cursor === null, done: searchParams.has('done') ? JOB_RETRIED : null }
}

export function toJobItem(
  { id, kind, about, attempts, failedAt, reason }: FailedJob,
  nameOf: (about: FailedJob['about']) => string,
): JobItem {
  return {
    id,
    kind,
    attempts,
    failedAt,
    name: jobName(kind),
    about: nameOf(about),
    reason: reason === '' ? REASON_UNKNOWN : reason,
  }
}
