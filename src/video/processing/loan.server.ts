import type { JobKind } from '#platform/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { ObjectMissing } from '#platform/storage.server.ts'
import type { DiskRoom } from '../disk-room.server.ts'
import { findVideoRow } from '../video-rows.server.ts'
import { isMachineAtFault } from './fault.server.ts'
import type { Scratch, ScratchFolders } from './scratch.server.ts'
import type { OutcomeParts, VideoOutcomes } from './video-outcomes.server.ts'

/** What the jobs of this room work with. */
export interface ProcessingParts extends Pick<OutcomeParts, 'db' | 'jobs' | 'storage'> {
  outcomes: VideoOutcomes
  room: DiskRoom
  scratch: ScratchFolders
  log: Log
}

export interface OfVideo {
  uid: string
}

/** Pause before a job is tried again that only the machine stood in the way of. */
const OUTAGE_PAUSE_SECONDS = 15

/**
 * Lends the original for a job. A video deleted meanwhile ends the job quietly; a machine without room or without ffmpeg
 * puts it off without using up an attempt.
 * @param job null for one that nobody waits for, which just fails then, and writes too little to stop at the reserve
 * @param work its signal aborts with `signal`, and when the reserve of the disk is reached
 */
export async function onLoan<Data extends OfVideo>(
  { db, jobs, outcomes, scratch, room, log }: ProcessingParts,
  data: Data,
  job: JobKind<Data> | null,
  signal: AbortSignal,
  work: (lent: Scratch, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { uid } = data
  try {
    if (job) await room.whileThere(signal, (either) => scratch.lend(uid, (lent) => work(lent, either)))
    else await scratch.lend(uid, (lent) => work(lent, signal))
  } catch (error) {
    if (!(await findVideoRow(db, uid))) return
    if (error instanceof ObjectMissing) return void (await outcomes.gaveUp(uid, 'processing_failed'))
    if (!job || !isMachineAtFault(error)) throw error
    log.error({ video: uid, err: error }, 'video: the machine cannot work on it now, trying again later')
    await outcomes.step(uid, 'Waiting for the server')
    await jobs.enqueue(db, job, data, { startAfterSeconds: OUTAGE_PAUSE_SECONDS })
  }
}
