import type { JobKind } from '#platform/job-kind.ts'
import type { Log } from '#platform/log.server.ts'
import { ObjectMissing } from '#platform/storage.server.ts'
import type { DiskSpace } from '../ingest/disk-space.server.ts'
import type { ScratchFolder, ScratchFolders } from '../scratch.server.ts'
import { findVideoRow } from '../video-rows.server.ts'
import { isMachineAtFault } from './fault.server.ts'
import type { TransitionParts } from './transition.ts'
import type { VideoTransitions } from './video-transitions.server.ts'

/** Dependencies of the processing jobs. */
export interface ProcessingParts extends Pick<TransitionParts, 'db' | 'clock' | 'jobs' | 'storage'> {
  transitions: VideoTransitions
  diskSpace: DiskSpace
  scratch: ScratchFolders
  /** Time of a run that makes a first rendition while others wait; `FIRST_ENCODE_BUDGET_MS` by default. */
  firstEncodeBudgetMs?: number
  log: Log
}

export interface VideoJobData {
  uid: string
}

/** Pause before the retry of a job that only the machine prevented. */
const OUTAGE_PAUSE_SECONDS = 15

/**
 * Provides the original to a job. Ends quietly when the video has been deleted; defers the job, without using up an
 * attempt, when the machine has no disk space or no ffmpeg.
 * @param job null for one that no video waits for: it then fails, and writes too little to stop at the disk reserve
 * @param work its signal aborts with `signal`, and when the disk reserve is reached
 */
export async function runWithScratch<Data extends VideoJobData>(
  { db, jobs, transitions, scratch, diskSpace, log }: ProcessingParts,
  data: Data,
  job: JobKind<Data> | null,
  signal: AbortSignal,
  work: (scratchFolder: ScratchFolder, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { uid } = data
  try {
    if (job)
      await diskSpace.whileAvailable(signal, (either) =>
        scratch.withOriginal(uid, (scratchFolder) => work(scratchFolder, either)),
      )
    else await scratch.withOriginal(uid, (scratchFolder) => work(scratchFolder, signal))
  } catch (error) {
    if (!(await findVideoRow(db, uid))) return
    if (error instanceof ObjectMissing) return void (await transitions.fail(uid, 'processing_failed'))
    if (!job || !isMachineAtFault(error)) throw error
    log.error({ video: uid, err: error }, 'video: the machine cannot work on it now, trying again later')
    await transitions.setStep(uid, 'waiting_for_server')
    await jobs.enqueue(db, job, data, { startAfterSeconds: OUTAGE_PAUSE_SECONDS })
  }
}
