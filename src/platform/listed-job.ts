import type { JobSubject } from './job-kind.ts'

/** A job as operators see it. */
interface ListedJob {
  /** The name of its kind, which this version may not know. */
  kind: string
  /** Null where the kind does not tell. */
  about: JobSubject | null
}

/** A job whose attempts have all failed. */
export interface FailedJob extends ListedJob {
  id: string
  attempts: number
  failedAt: Date
  /** The last error on one line, at most `REASON_CHARACTERS`; names no person. Empty when none is stored. */
  reason: string
}

/** A job that a worker has taken. */
export interface RunningJob extends ListedJob {
  startedAt: Date
}

/** Jobs of all kinds: taken; due and not taken yet; failed. */
export interface JobCounts {
  running: number
  waiting: number
  failed: number
}

/** Jobs of one kind in one state. */
export interface QueueFigures {
  kind: string
  /** Taken; due and not taken yet; not due yet; failed. */
  state: 'running' | 'waiting' | 'deferred' | 'failed'
  count: number
  /** How long the oldest has been in this state; 0 for jobs that are not due yet. */
  oldestSeconds: number
}

/** The place where a page of failed jobs ends. */
export type JobPlace = Pick<FailedJob, 'failedAt' | 'id'>

/** Whether a text could be the id of a job. */
export function isJobId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}
