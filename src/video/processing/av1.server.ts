import { ObjectMissing } from '#platform/storage.server.ts'
import { av1StateOf, countWantedAv1Sets, insertAv1Set, uidsWithoutAv1Set } from '../av1-rows.server.ts'
import { planAv1 } from '../av1-set.ts'
import { type ChunkRow, chunksOf, findPlan, type PlanRow } from '../chunk-rows.server.ts'
import { canEncodeAv1 } from '../ffmpeg/av1-encoder.server.ts'
import {
  av1Job,
  chunkJob,
  encodeJob,
  glimpsesJob,
  ladderJob,
  laterChunkJob,
  measureJob,
  slowEncodeJob,
} from '../video-jobs.ts'
import { findVideoRow, renditionsOf, type VideoRow } from '../video-rows.server.ts'
import type { Chunks } from './chunks.server.ts'
import { startsOf } from './encoding.server.ts'
import { isFileAtFault, isMachineAtFault } from './fault.server.ts'
import type { OfVideo, ProcessingParts } from './loan.server.ts'
import type { Scratch } from './scratch.server.ts'

/** So many sets wait or are being made at a time: who is watched most may be another one tomorrow. */
const WANTED_AT_ONCE = 3
/** Pause before it is looked again whether there is nothing else to do. */
const BUSY_PAUSE_SECONDS = 10
/** All that somebody waits for, or that a video needs to be complete. */
const before = [measureJob, encodeJob, slowEncodeJob, chunkJob, ladderJob, laterChunkJob, glimpsesJob]

/** A second set of renditions for much-watched videos, in AV1, made in short pieces while there is nothing else to do. */
export function createAv1(parts: ProcessingParts, chunks: Chunks, isOn: boolean) {
  const { db, jobs, outcomes, scratch, room: disk, log } = parts

  /** Has sets made for the first of these that have none, as many as may be wanted at once. @returns how many are new */
  async function want(uids: string[]): Promise<number> {
    if (!isOn || uids.length === 0 || !(await canEncodeAv1())) return 0
    const without = await uidsWithoutAv1Set(db, uids)
    let asked = 0
    let room = WANTED_AT_ONCE - (await countWantedAv1Sets(db))
    for (const uid of uids.filter((each) => without.has(each))) {
      if (room <= 0) break
      const row = await findVideoRow(db, uid)
      const isPossible = row?.measurement && planAv1(row.measurement, await renditionsOf(db, uid)).length > 0
      const isNew = await db.transaction().execute(async (trx) => {
        if (!(await insertAv1Set(trx, uid, isPossible ? 'wanted' : 'left_out'))) return false
        if (isPossible) await jobs.enqueue(trx, av1Job, { uid })
        return isPossible
      })
      if (!isNew) continue
      asked += 1
      room -= 1
    }
    return asked
  }

  /**
   * Makes the next piece of a set and leaves the others to the job that it enqueues, so that whatever comes in between goes
   * first and a killed process costs one piece.
   */
  async function encodeAv1({ uid }: OfVideo, stopped: AbortSignal): Promise<void> {
    if ((await av1StateOf(db, uid)) !== 'wanted') return
    if (!isOn) return void (await outcomes.av1Dropped(uid))
    if (await jobs.isAnyDue(db, before)) return await again(uid, BUSY_PAUSE_SECONDS)
    const row = await findVideoRow(db, uid)
    if (!row) return
    try {
      await disk.whileThere(stopped, (signal) => scratch.lend(uid, (lent) => makeNext(row, lent, signal)))
    } catch (error) {
      if (!(await findVideoRow(db, uid))) return
      if (!isFileAtFault(error) && !(error instanceof ObjectMissing)) {
        if (!isMachineAtFault(error)) throw error
        log.error({ video: uid, err: error }, 'video: the machine cannot make the AV1 set now, trying again later')
        return await again(uid, BUSY_PAUSE_SECONDS)
      }
      log.info({ video: uid, err: error }, 'video: no AV1 set can be made')
      await outcomes.av1LeftOut(uid)
    }
    if ((await av1StateOf(db, uid)) === 'wanted') await again(uid)
  }

  async function makeNext(row: VideoRow, lent: Scratch, signal: AbortSignal): Promise<void> {
    const { uid, measurement } = row
    const next = measurement && ((await nextOf(uid)) ?? (await planned(row, lent, signal)))
    if (!next) return void (await outcomes.av1LeftOut(uid))
    await chunks.make(next.plan, next.chunk, measurement, lent, signal)
  }

  async function planned(row: VideoRow, lent: Scratch, signal: AbortSignal) {
    const { uid, measurement } = row
    const present = await renditionsOf(db, uid)
    const targets = measurement ? planAv1(measurement, present) : []
    const [alike] = present
    if (!measurement || !alike || targets.length === 0) return null
    const work = { uid, stage: 'av1' as const, targets, segmentStarts: startsOf(alike), measurement, step: '' }
    return (await chunks.plan(work, lent, signal)) ? await nextOf(uid) : null
  }

  /** The first piece that is missing; null without a plan. */
  async function nextOf(uid: string): Promise<{ plan: PlanRow; chunk: ChunkRow } | null> {
    const plan = await findPlan(db, uid, 'av1')
    const chunk = plan && (await chunksOf(db, uid, 'av1')).find(({ made }) => made === null)
    return plan && chunk ? { plan, chunk } : null
  }

  /** Behind whatever has become due meanwhile; a set that has been begun is made before the next one. */
  async function again(uid: string, startAfterSeconds = 0): Promise<void> {
    const priority = (await findPlan(db, uid, 'av1')) ? 1 : 0
    await jobs.enqueue(db, av1Job, { uid }, { priority, ...(startAfterSeconds ? { startAfterSeconds } : {}) })
  }

  return { want, encodeAv1 }
}
