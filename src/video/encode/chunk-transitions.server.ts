import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import {
  type ChunkRow,
  chunksOf,
  findPlan,
  insertPlan,
  type PlannedChunk,
  type PlannedRendition,
  type PlanRow,
  removePlans,
  type Stage,
  type StoredChunk,
  saveChunk,
} from '../chunk-rows.server.ts'
import type { EncodedChunk } from '../media/hls/chunk.server.ts'
import { MEDIA_PLAYLIST } from '../media/hls/hls-arguments.ts'
import { RenditionError } from '../media/hls/read-rendition.server.ts'
import { mediaKey } from '../stored-objects.ts'
import { chunkJob, ladderJob, laterChunkJob } from '../video-jobs.ts'
import { queueOwnerOf, renditionsOf, type VideoRow } from '../video-rows.server.ts'
import type { StoredStep } from '../video-step.ts'
import { type ChunkPublishing, finishStage, growFirst, shareOf } from './publish-chunks.server.ts'
import type { ChangeVideo, PublishFiles } from './transition.ts'

export interface NewPlan {
  stage: Stage
  renditions: PlannedRendition[]
  audioName: string | null
  longestSegmentSeconds: number
  step: StoredStep
}

interface ChunkTransitionParts extends ChunkPublishing {
  change: ChangeVideo
  publishFiles: PublishFiles
  /** Enqueues the first rendition. */
  enqueueFirst(trx: Trx, row: VideoRow, isUnchunked: boolean): Promise<void>
}

/** State transitions that chunks record, each in one transaction that locks the video's row. */
export function createChunkTransitions(parts: ChunkTransitionParts) {
  return {
    storeChunkPlan: (uid: string, plan: NewPlan, chunks: PlannedChunk[]) => storeChunkPlan(parts, uid, plan, chunks),
    storeChunk: (uid: string, plan: PlanRow, number: number, made: EncodedChunk[]) =>
      storeChunk(parts, uid, plan, number, made),
    abandonChunks: (uid: string, plan: PlanRow, number: number) => abandonChunks(parts, uid, plan, number),
  }
}

/** Stores a plan with a job for each chunk; without effect when there is one already. */
async function storeChunkPlan(
  { jobs, manifest, change, publishFiles }: ChunkTransitionParts,
  uid: string,
  plan: NewPlan,
  chunks: PlannedChunk[],
): Promise<void> {
  const { stage, renditions, audioName, longestSegmentSeconds, step } = plan
  await publishFiles(uid, () =>
    change(uid, async (trx, row) => {
      if (row.state === 'error') return null
      if (audioName !== null) await manifest.expectStored(mediaKey(uid, audioName))
      const isNew = await insertPlan(
        trx,
        {
          video_uid: uid,
          stage,
          renditions,
          sound_name: audioName,
          longest_segment_seconds: longestSegmentSeconds,
        },
        chunks,
      )
      if (!isNew) return null
      const job = stage === 'first' ? chunkJob : laterChunkJob
      // An AV1 set has a single job, which makes chunk after chunk.
      const wanted = stage === 'av1' ? [] : chunks.map(({ chunk: { number } }) => ({ uid, stage, number }))
      // A creator's earlier chunks go first, even before later chunks of videos uploaded earlier.
      await jobs.enqueueFairly(trx, job, wanted, { ...queueOwnerOf(row), orderBy: 'number' })
      // A first rendition joins the queue: its video does not play yet, and shows that it waits.
      return { step: stage === 'first' ? 'waiting' : step }
    }),
  )
}

/**
 * Stores a chunk of each rendition. The first chunks of a first rendition make the video playable; the last chunk
 * publishes the renditions. Without effect when another attempt was first.
 * @throws RenditionError when its init segment differs from the others'
 */
async function storeChunk(
  parts: ChunkTransitionParts,
  uid: string,
  plan: PlanRow,
  number: number,
  made: EncodedChunk[],
): Promise<void> {
  const { storage, manifest, change, publishFiles } = parts
  const { stage, renditions } = plan
  await publishFiles(uid, async () => {
    const stored: StoredChunk[] = []
    for (const [index, chunk] of made.entries()) {
      stored.push(await storeFiles(storage, uid, renditions[index]?.id ?? '', chunk, number === 0))
    }
    return await change(uid, async (trx, row) => {
      const current = await findPlan(trx, uid, stage)
      if (row.state === 'error' || !isSamePlan(current, plan)) return null
      if (await isMade(trx, uid, stage, number)) return null
      for (const [index, { id }] of renditions.entries()) {
        for (const { name } of stored[index]?.segments ?? []) {
          await manifest.expectStored(mediaKey(uid, `${id}/${name}`))
        }
      }
      await saveChunk(trx, uid, stage, number, stored)
      const chunks = await chunksOf(trx, uid, stage)
      expectSameInit(chunks)
      const done = chunks.filter((each) => each.made !== null).length
      if (done === chunks.length) return await finishStage(parts, trx, row, plan, chunks)
      const [from, to] = shareOf(row, plan, await renditionsOf(trx, uid))
      const percent = Math.floor((from + ((to - from) * done) / chunks.length) * 100)
      const grown = stage === 'first' ? await growFirst(parts, trx, row, plan, chunks) : {}
      return { ...grown, percent_complete: Math.max(row.percent_complete, Math.min(99, percent)) }
    })
  })
}

/** Uses a separate folder for each attempt: another one may have made the same chunk, and its segments may be playing. */
async function storeFiles(
  storage: ObjectStorage,
  uid: string,
  id: string,
  chunk: EncodedChunk,
  isFirst: boolean,
): Promise<StoredChunk> {
  const attempt = newId()
  const init = createHash('sha256')
    .update(await readFile(join(chunk.dir, chunk.init)))
    .digest('hex')
  for (const name of isFirst ? [MEDIA_PLAYLIST] : [MEDIA_PLAYLIST, chunk.init])
    await rm(join(chunk.dir, name), { force: true })
  await storage.putFolder(mediaKey(uid, `${id}/${attempt}`), chunk.dir)
  const segments = chunk.segments.map((segment) => ({ ...segment, name: `${attempt}/${segment.name}` }))
  const { codecs, likeness } = chunk
  return {
    segments,
    codecs,
    init,
    ...(likeness ? { likeness } : {}),
    ...(isFirst ? { initName: `${attempt}/${chunk.init}` } : {}),
  }
}

/**
 * Abandons the chunks and enqueues the work in one go. Without effect when another attempt has made the chunk on which
 * this one failed.
 */
function abandonChunks(
  { jobs, manifest, change, enqueueFirst }: ChunkTransitionParts,
  uid: string,
  plan: PlanRow,
  number: number,
) {
  return change(uid, async (trx, row) => {
    const { stage } = plan
    if (row.state === 'error' || !isSamePlan(await findPlan(trx, uid, stage), plan)) return null
    if (await isMade(trx, uid, stage, number)) return null
    await removePlans(trx, uid, stage)
    if (stage === 'later') {
      await jobs.enqueueFairly(trx, ladderJob, [{ uid, isWhole: true }], queueOwnerOf(row))
      return {}
    }
    await enqueueFirst(trx, row, true)
    return { ...(await manifest.withdraw(trx, row)), state: 'inprogress', percent_complete: 0 }
  })
}

/** Compares plans by the ids of their renditions, which are never reused. */
function isSamePlan(current: PlanRow | undefined, plan: PlanRow): boolean {
  return current !== undefined && current.renditions[0]?.id === plan.renditions[0]?.id
}

async function isMade(trx: Trx, uid: string, stage: Stage, number: number): Promise<boolean> {
  return (await chunksOf(trx, uid, stage)).some((each) => each.number === number && each.made !== null)
}

function expectSameInit(chunks: ChunkRow[]): void {
  const [one, ...others] = chunks.flatMap(({ made }) => (made === null ? [] : [made.map(({ init }) => init).join()]))
  if (others.some((each) => each !== one)) throw new RenditionError('chunks with different init segments')
}
