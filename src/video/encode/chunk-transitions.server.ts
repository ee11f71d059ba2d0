import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
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
import { INIT_SEGMENT, MEDIA_PLAYLIST } from '../media/hls/hls-arguments.ts'
import { mediaPlaylist } from '../media/hls/media-playlist.ts'
import { RenditionError } from '../media/hls/read-rendition.server.ts'
import { ratesOf } from '../media/hls/verify-rendition.server.ts'
import { isWorthPublishing, shareOfWork } from '../media/ladder.ts'
import { FAST_START_SEGMENTS } from '../media/rendition.ts'
import { isWorthReplacing, meanSimilarity, planLater, replacedBy } from '../media/replacement.ts'
import { GROWING_PLAYLIST, mediaKey, playlistNameOf } from '../stored-objects.ts'
import { chunkJob, ladderJob, laterChunkJob } from '../video-jobs.ts'
import { queueOwnerOf, renditionsOf, type VideoRow } from '../video-rows.server.ts'
import type { StoredStep } from '../video-step.ts'
import type { Av1Transitions } from './av1-transitions.server.ts'
import type { Manifest, StoredRendition } from './manifest.server.ts'
import type { ChangeVideo, TransitionParts } from './transition.ts'

export interface NewPlan {
  stage: Stage
  renditions: PlannedRendition[]
  audioName: string | null
  longestSegmentSeconds: number
  step: StoredStep
}

interface ChunkTransitionParts extends Pick<TransitionParts, 'jobs' | 'storage'> {
  manifest: Manifest
  change: ChangeVideo
  publishAv1Set: Av1Transitions['publishAv1Set']
  /** Queues the removal of stored files that no row names. */
  queueCleanup(uid: string): Promise<void>
  /** Enqueues the first rendition. */
  enqueueFirst(trx: Trx, row: VideoRow, isUnchunked: boolean): Promise<void>
}

/** State transitions that chunks record, each in one transaction that locks the video's row. */
export function createChunkTransitions(parts: ChunkTransitionParts) {
  const { jobs, storage, manifest, change, queueCleanup, enqueueFirst, publishAv1Set } = parts
  /** Uses a separate folder for each attempt: another one may have made the same chunk, and its segments may be playing. */
  async function storeFiles(uid: string, id: string, chunk: EncodedChunk, isFirst: boolean): Promise<StoredChunk> {
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
   * Publishes the finished chunks from the first one up to the first missing one. The growing playlist is written while
   * the video's row is locked, and names only segments that no other attempt can overwrite.
   */
  async function grow(trx: Trx, row: VideoRow, plan: PlanRow, chunks: ChunkRow[]): Promise<Partial<VideoRow>> {
    const [rendition] = plan.renditions
    const stored = storedFromStart(chunks, 0)
    const [first] = stored
    if (!rendition || !first) return {}
    const { id, target } = rendition
    const segments = stored.flatMap((each) => each.segments)
    const uri = `${id}/${GROWING_PLAYLIST}`
    await writePlaylist(mediaKey(row.uid, uri), stored, plan, false)
    if (row.master_name !== null) return {}
    const { width, height } = target
    const rates = ratesOf(segments, Math.ceil(plan.longest_segment_seconds))
    return await manifest.writeMaster(trx, row, [{ uri, width, height, codecs: first.codecs, ...rates }])
  }

  /** Completes the renditions once all chunks are made. */
  async function finish(trx: Trx, row: VideoRow, plan: PlanRow, chunks: ChunkRow[]): Promise<Partial<VideoRow> | null> {
    const before = await renditionsOf(trx, row.uid)
    const made: StoredRendition[] = []
    for (const [index, { id, target }] of plan.renditions.entries()) {
      const stored = storedFromStart(chunks, index)
      const segments = stored.flatMap((each) => each.segments)
      const { width, height } = target
      const rates = ratesOf(segments, Math.ceil(plan.longest_segment_seconds))
      const first = replacedBy(target, before)
      const similarity = meanSimilarity(stored.flatMap((each) => each.likeness ?? []))
      if (target.replacesFirst && !(first && isWorthReplacing(rates, first, similarity))) continue
      const folder = mediaKey(row.uid, id)
      const playlist = playlistNameOf(newId())
      await writePlaylist(`${folder}/${playlist}`, stored, plan, true)
      // Players that follow the growing playlist find its end.
      if (plan.stage === 'first') await writePlaylist(`${folder}/${GROWING_PLAYLIST}`, stored, plan, true)
      const firstSegments = segments.slice(0, FAST_START_SEGMENTS).map(({ name }) => name)
      const sizeBytes = segments.reduce((sum, each) => sum + each.sizeBytes, 0)
      const facts = { ...rates, width, height, codecs: stored[0]?.codecs ?? '', sizeBytes }
      made.push({
        id,
        origin: 'encode',
        facts,
        fileNames: [playlist, initNameOf(stored), ...firstSegments],
        ...(first ? { replaces: first.id } : {}),
      })
    }
    await removePlans(trx, row.uid, plan.stage)
    if (plan.stage === 'av1') return await publishAv1Set(trx, row, made)
    const copy = before.find(({ origin }) => origin === 'copy')
    const worth = made.filter(
      ({ facts }) => !copy || isWorthPublishing(facts.averageBandwidth, Number(copy.average_bandwidth)),
    )
    const [, to] = shareOf(row, plan, before)
    const next = async () => {
      if (to < 1) await jobs.enqueueFairly(trx, ladderJob, [{ uid: row.uid }], queueOwnerOf(row))
    }
    const published = await manifest.addRenditions(trx, row, worth, { percentComplete: to * 100, next })
    return published ?? (to === 1 ? await manifest.complete(trx, row) : null)
  }

  function writePlaylist(key: string, stored: StoredChunk[], plan: PlanRow, isComplete: boolean) {
    const segments = stored.flatMap((each) => each.segments).map(({ name, seconds }) => ({ uri: name, seconds }))
    const content = { init: initNameOf(stored), segments }
    return storage.putText(key, mediaPlaylist(content, { isComplete, longestSeconds: plan.longest_segment_seconds }))
  }

  return {
    /** Stores a plan with a job for each chunk; without effect when there is one already. */
    async storeChunkPlan(uid: string, plan: NewPlan, chunks: PlannedChunk[]): Promise<void> {
      const { stage, renditions, audioName, longestSegmentSeconds, step } = plan
      const after = await change(uid, async (trx, row) => {
        if (row.state === 'error') return null
        if (audioName !== null) await manifest.expectStored(mediaKey(uid, audioName))
        const isNew = await insertPlan(
          trx,
          {
            ...{ video_uid: uid, stage, renditions, sound_name: audioName },
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
      })
      if (!after) await queueCleanup(uid)
    },

    /**
     * Stores a chunk of each rendition. The first chunks of a first rendition make the video playable; the last chunk
     * publishes the renditions. Without effect when another attempt was first.
     * @throws RenditionError when its init segment differs from the others'
     */
    async storeChunk(uid: string, plan: PlanRow, number: number, made: EncodedChunk[]): Promise<void> {
      const { stage, renditions } = plan
      const stored: StoredChunk[] = []
      for (const [index, chunk] of made.entries()) {
        stored.push(await storeFiles(uid, renditions[index]?.id ?? '', chunk, number === 0))
      }
      const after = await change(uid, async (trx, row) => {
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
        if (done === chunks.length) return await finish(trx, row, plan, chunks)
        const [from, to] = shareOf(row, plan, await renditionsOf(trx, uid))
        const percent = Math.floor((from + ((to - from) * done) / chunks.length) * 100)
        const grown = stage === 'first' ? await grow(trx, row, plan, chunks) : {}
        return { ...grown, percent_complete: Math.max(row.percent_complete, Math.min(99, percent)) }
      })
      if (!after) await queueCleanup(uid)
    },

    /**
     * Abandons the chunks and enqueues the work in one go. Without effect when another attempt has made the chunk on which
     * this one failed.
     */
    abandonChunks: (uid: string, plan: PlanRow, number: number) =>
      change(uid, async (trx, row) => {
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
      }),
  }
}

/** Compares plans by the ids of their renditions, which are never reused. */
function isSamePlan(current: PlanRow | undefined, plan: PlanRow): boolean {
  return current !== undefined && current.renditions[0]?.id === plan.renditions[0]?.id
}

async function isMade(trx: Trx, uid: string, stage: Stage, number: number): Promise<boolean> {
  return (await chunksOf(trx, uid, stage)).some((each) => each.number === number && each.made !== null)
}

/** Chunks stored by an older version have no `initName`: the default name applies. */
function initNameOf([first]: StoredChunk[]): string {
  return first?.initName ?? INIT_SEGMENT
}

/** Stored chunks of one rendition, up to the first missing one. */
function storedFromStart(chunks: ChunkRow[], index: number): StoredChunk[] {
  const missing = chunks.findIndex(({ made }) => made === null)
  const contiguous = missing === -1 ? chunks : chunks.slice(0, missing)
  return contiguous.flatMap(({ made }) => made?.[index] ?? [])
}

function expectSameInit(chunks: ChunkRow[]): void {
  const [one, ...others] = chunks.flatMap(({ made }) => (made === null ? [] : [made.map(({ init }) => init).join()]))
  if (others.some((each) => each !== one)) throw new RenditionError('chunks with different init segments')
}

/** Range of all the work that a stage covers; both ends 0 to 1. */
export function shareOf(
  row: Pick<VideoRow, 'measurement'>,
  { stage, renditions }: Pick<PlanRow, 'stage' | 'renditions'>,
  before: { origin: 'copy' | 'encode'; width: number; height: number }[],
): [number, number] {
  const targets = renditions.map(({ target }) => target)
  if (stage === 'later') return [shareOfWork(before, targets), 1]
  const later = row.measurement ? planLater(row.measurement) : []
  const made = targets.map((target) => ({ ...target, origin: 'encode' as const }))
  return [0, shareOfWork(made, later)]
}
