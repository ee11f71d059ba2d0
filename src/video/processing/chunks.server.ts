import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#platform/ids.server.ts'
import { ObjectMissing } from '#platform/storage.server.ts'
import { type ChunkRow, chunksOf, findPlan, type PlanRow, type Stage } from '../chunk-rows.server.ts'
import { type ChunkMade, encodeChunk } from '../ffmpeg/chunk.server.ts'
import { canBeChunked, longestSegment, type Pace, planChunks } from '../ffmpeg/chunk-plan.ts'
import { readPictures } from '../ffmpeg/read-pictures.server.ts'
import { makeSound } from '../ffmpeg/sound.server.ts'
import { soundBetween } from '../ffmpeg/sound-part.ts'
import type { Measurement } from '../measurement.ts'
import type { EncodeTarget } from '../rendition.ts'
import { chunkJob, laterChunkJob, type OfChunk } from '../video-jobs.ts'
import { findVideoRow, renditionsOf } from '../video-rows.server.ts'
import { isInLine } from '../video-state.ts'
import { shareOf } from './chunk-outcomes.server.ts'
import { stepOf } from './encoding.server.ts'
import { isFileAtFault } from './fault.server.ts'
import { onLoan, type ProcessingParts } from './loan.server.ts'
import { reportProgress } from './report-progress.ts'
import type { Scratch } from './scratch.server.ts'

const SOUND = 'sound.mp4'

/** How each stage is divided. What is made when there is nothing else to do is put off at any time, and so only made like this. */
const ways: Record<Stage, { pace: Pace; fewestChunks: number; fromSeconds?: number }> = {
  first: { pace: 'waitedFor', fewestChunks: 2 },
  later: { pace: 'later', fewestChunks: 2 },
  av1: { pace: 'idle', fewestChunks: 1, fromSeconds: 0 },
}

export interface ChunkedWork {
  uid: string
  stage: Stage
  targets: EncodeTarget[]
  /** Where segments of renditions that are there begin; null when there are none. */
  segmentStarts: number[] | null
  measurement: Measurement
  /** As the creator reads it. */
  step: string
}

export type Chunks = ReturnType<typeof createChunks>

/** Long videos are encoded in chunks: jobs of their own, done by any node, of which an interruption costs only one. */
export function createChunks(parts: ProcessingParts) {
  const { db, outcomes, storage, log } = parts

  /** Divides the work and leaves it to jobs. False when it has to be done in one go; nothing has happened then. */
  async function plan(work: ChunkedWork, { source, dir }: Scratch, signal: AbortSignal): Promise<boolean> {
    const { uid, stage, targets, measurement, step } = work
    const soundPlan = targets[0]?.audio ?? 'none'
    const { pace, fewestChunks, fromSeconds } = ways[stage]
    if (!canBeChunked(measurement, soundPlan, fromSeconds)) return false
    if (await findPlan(db, uid, stage)) return true
    const pictures = await readPictures(source, measurement, signal)
    const chunks = planChunks(pictures, work.segmentStarts, pace)
    if (chunks.length < fewestChunks || pictures.times.length !== measurement.video?.packets) return false
    const sound =
      soundPlan === 'none' ? null : await makeSound({ source, dir, name: SOUND, plan: soundPlan, measurement, signal })
    if (sound?.packets.length === 0) return false
    const soundName = sound && `sound-${newId()}.mp4`
    if (soundName !== null) await storage.putFile(`media/${uid}/${soundName}`, join(dir, SOUND))
    await outcomes.chunksPlanned(
      uid,
      {
        ...{ stage, soundName, step, longestSegmentSeconds: longestSegment(pictures, chunks) },
        renditions: targets.map((target) => ({ id: newId(), target })),
      },
      chunks.map((chunk) => {
        const end = chunk.toSeconds === null ? null : chunk.endsAt
        return { chunk, sound: sound && soundBetween(`../${SOUND}`, sound, chunk.startsAt, end) }
      }),
    )
    return true
  }

  /** Encodes one chunk for all renditions of its stage. */
  async function encode(data: OfChunk, stopped: AbortSignal): Promise<void> {
    const { uid, stage, number } = data
    const row = await findVideoRow(db, uid)
    const planned = await findPlan(db, uid, stage)
    const chunks = await chunksOf(db, uid, stage)
    const chunk = chunks.find((each) => each.number === number)
    if (!row?.measurement || !planned || !chunk || chunk.made !== null) return
    const { measurement } = row
    if (isInLine(row)) await outcomes.step(uid, stepOf(planned.renditions.map(({ target }) => target)))
    const [from, to] = shareOf(row, planned, await renditionsOf(db, uid))
    const done = chunks.filter((each) => each.made !== null).length
    const share = (to - from) / chunks.length
    const onProgress = reportProgress(outcomes, uid, from + share * done, from + share * (done + 1))
    await onLoan(parts, data, stage === 'first' ? chunkJob : laterChunkJob, stopped, async (lent, signal) => {
      try {
        await make(planned, chunk, measurement, lent, signal, onProgress)
      } catch (error) {
        if (!isFileAtFault(error)) throw error
        log.info({ video: uid, chunk: number, err: error }, 'video: cannot be encoded in chunks')
        await outcomes.inOneGo(uid, planned, number)
      }
    })
  }

  /** Encodes a chunk and stores it; nothing happens when the plan was given up meanwhile. */
  async function make(
    planned: PlanRow,
    chunk: ChunkRow,
    measurement: Measurement,
    { source, dir }: Scratch,
    signal: AbortSignal,
    onProgress?: (share: number) => void,
  ): Promise<void> {
    if (!(await fetchSound(planned, dir))) return
    const outDir = join(dir, 'chunk')
    await mkdir(outDir)
    const made: ChunkMade[] = []
    for (const targets of runsOf(planned)) {
      const work = { ...chunk.plan, targets, isLater: planned.stage !== 'first' }
      made.push(...(await encodeChunk({ source, outDir, ...work, measurement, onProgress, signal })))
    }
    await outcomes.chunkMade(planned.video_uid, planned, chunk.number, made)
  }

  /** False when the plan was given up meanwhile. */
  async function fetchSound({ video_uid, stage, sound_name }: PlanRow, dir: string): Promise<boolean> {
    if (sound_name === null) return true
    try {
      await storage.fetchToFile(`media/${video_uid}/${sound_name}`, join(dir, SOUND))
      return true
    } catch (error) {
      if (error instanceof ObjectMissing && !(await findPlan(db, video_uid, stage))) return false
      throw error
    }
  }

  return { plan, encode, make }
}

/** What is encoded from one decoding; several encoders of AV1 take more memory than a run may have. */
function runsOf({ stage, renditions }: PlanRow): EncodeTarget[][] {
  const targets = renditions.map(({ target }) => target)
  return stage === 'av1' ? targets.map((target) => [target]) : [targets]
}
