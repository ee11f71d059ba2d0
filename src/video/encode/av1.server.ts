import { ObjectMissing } from '#platform/storage.server.ts'
import { transact } from '#platform/transact.server.ts'
import { av1StateOf, countWantedAv1Sets, insertAv1Set, uidsWithoutAv1Set } from '../av1-rows.server.ts'
import { type ChunkRow, chunksOf, findPlan, type PlanRow } from '../chunk-rows.server.ts'
import { planAv1 } from '../media/av1-set.ts'
import { canEncodeAv1 } from '../media/ffmpeg/av1-encoder.server.ts'
import type { ScratchFolder } from '../scratch.server.ts'
import {
  av1Job,
  chunkJob,
  encodeJob,
  ladderJob,
  laterChunkJob,
  previewAssetsJob,
  probeJob,
  slowEncodeJob,
} from '../video-jobs.ts'
import { findVideoRow, renditionsOf, type VideoRow } from '../video-rows.server.ts'
import type { Chunks } from './chunks.server.ts'
import { isFileAtFault, isMachineAtFault } from './fault.server.ts'
import { segmentStartsOf } from './later-renditions.server.ts'
import type { ProcessingParts, VideoJobData } from './run-with-scratch.server.ts'

/** Sets that may be queued or in progress at a time: the most-watched videos may be different ones tomorrow. */
const WANTED_AT_ONCE = 3
/** Pause before the next check for other work. */
const BUSY_PAUSE_SECONDS = 10
/** Jobs that go first: those that people wait for, or that a video needs to be complete. */
const precedingJobs = [probeJob, encodeJob, slowEncodeJob, chunkJob, ladderJob, laterChunkJob, previewAssetsJob]

/** Makes a second set of renditions in AV1 for much-watched videos, chunk by chunk while no other job is due. */
export function createAv1(parts: ProcessingParts, chunks: Chunks, isOn: boolean) {
  const { db, jobs, transitions, scratch, diskSpace, log } = parts

  /** Requests sets for the first of these videos that have none, up to the limit. @returns how many are new */
  async function request(uids: string[]): Promise<number> {
    if (!isOn || uids.length === 0 || !(await canEncodeAv1())) return 0
    const without = await uidsWithoutAv1Set(db, uids)
    let requested = 0
    let freeSlots = WANTED_AT_ONCE - (await countWantedAv1Sets(db))
    for (const uid of uids.filter((each) => without.has(each))) {
      if (freeSlots <= 0) break
      const row = await findVideoRow(db, uid)
      const isPossible = row?.media_info && planAv1(row.media_info, await renditionsOf(db, uid)).length > 0
      const isNew = await transact(db, async (trx) => {
        if (!(await insertAv1Set(trx, uid, isPossible ? 'wanted' : 'left_out'))) return false
        if (isPossible) await jobs.enqueue(trx, av1Job, { uid })
        return isPossible
      })
      if (!isNew) continue
      requested += 1
      freeSlots -= 1
    }
    return requested
  }

  /**
   * Encodes the next chunk of a set and enqueues a job for the rest: work that arrives in between goes first, and a killed
   * process costs only one chunk.
   */
  async function encodeAv1({ uid }: VideoJobData, stopped: AbortSignal): Promise<void> {
    if ((await av1StateOf(db, uid)) !== 'wanted') return
    if (!isOn) return void (await transitions.dropAv1Set(uid))
    if (await jobs.isAnyDue(db, precedingJobs)) return await again(uid, BUSY_PAUSE_SECONDS)
    const row = await findVideoRow(db, uid)
    if (!row) return
    try {
      await diskSpace.whileAvailable(stopped, (signal) =>
        scratch.withOriginal(uid, (scratchFolder) => makeNext(row, scratchFolder, signal)),
      )
    } catch (error) {
      if (!(await findVideoRow(db, uid))) return
      if (!isFileAtFault(error) && !(error instanceof ObjectMissing)) {
        if (!isMachineAtFault(error)) throw error
        log.error({ video: uid, err: error }, 'video: the machine cannot make the AV1 set now, trying again later')
        return await again(uid, BUSY_PAUSE_SECONDS)
      }
      log.info({ video: uid, err: error }, 'video: no AV1 set can be made')
      await transitions.skipAv1Set(uid)
    }
    if ((await av1StateOf(db, uid)) === 'wanted') await again(uid)
  }

  async function makeNext(row: VideoRow, scratchFolder: ScratchFolder, signal: AbortSignal): Promise<void> {
    const { uid, media_info: mediaInfo } = row
    const next = mediaInfo && ((await nextOf(uid)) ?? (await planned(row, scratchFolder, signal)))
    if (!next) return void (await transitions.skipAv1Set(uid))
    await chunks.make(next.plan, next.chunk, mediaInfo, scratchFolder, signal)
  }

  async function planned(row: VideoRow, scratchFolder: ScratchFolder, signal: AbortSignal) {
    const { uid, media_info: mediaInfo } = row
    const existing = await renditionsOf(db, uid)
    const targets = mediaInfo ? planAv1(mediaInfo, existing) : []
    const [largest] = existing
    if (!mediaInfo || !largest || targets.length === 0) return null
    const work = {
      uid,
      stage: 'av1' as const,
      targets,
      segmentStarts: segmentStartsOf(largest),
      mediaInfo,
      step: '' as const,
    }
    return (await chunks.plan(work, scratchFolder, signal)) ? await nextOf(uid) : null
  }

  /** The first missing chunk; null without a plan. */
  async function nextOf(uid: string): Promise<{ plan: PlanRow; chunk: ChunkRow } | null> {
    const plan = await findPlan(db, uid, 'av1')
    const chunk = plan && (await chunksOf(db, uid, 'av1')).find(({ made }) => made === null)
    return plan && chunk ? { plan, chunk } : null
  }

  /** Enqueues the next chunk behind all other due work; a set in progress precedes new ones. */
  async function again(uid: string, startAfterSeconds = 0): Promise<void> {
    const priority = (await findPlan(db, uid, 'av1')) ? 1 : 0
    await jobs.enqueue(db, av1Job, { uid }, { priority, ...(startAfterSeconds ? { startAfterSeconds } : {}) })
  }

  return { request: request, encodeAv1 }
}
