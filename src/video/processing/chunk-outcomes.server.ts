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
  keepChunk,
  type PlannedChunk,
  type PlannedRendition,
  type PlanRow,
  removePlans,
  type Stage,
  type StoredChunk,
} from '../chunk-rows.server.ts'
import type { ChunkMade } from '../ffmpeg/chunk.server.ts'
import { INIT_SEGMENT, MEDIA_PLAYLIST } from '../ffmpeg/hls-arguments.ts'
import { mediaPlaylist } from '../ffmpeg/media-playlist.ts'
import { RenditionBroken } from '../ffmpeg/read-rendition.server.ts'
import { ratesOf } from '../ffmpeg/verify-rendition.server.ts'
import { isWorthListing, planEncodes, shareOfWork } from '../ladder.ts'
import { BEGINNING_SEGMENTS } from '../rendition.ts'
import { chunkJob, ladderJob, laterChunkJob } from '../video-jobs.ts'
import { renditionsOf, turnsOf, type VideoRow } from '../video-rows.server.ts'
import { WAITING_STEP } from '../video-state.ts'
import type { Av1Outcomes } from './av1-outcomes.server.ts'
import type { Listing, StoredRendition } from './listing.server.ts'
import type { ChangeVideo, OutcomeParts } from './video-outcomes.server.ts'

/**
 * The playlist of a rendition that is still being made; the only file of media whose content changes. Written while the
 * video's row is held, and of segments that no other attempt can overwrite.
 */
export const GROWING_PLAYLIST = 'growing.m3u8'

export interface NewPlan {
  stage: Stage
  renditions: PlannedRendition[]
  soundName: string | null
  longestSegmentSeconds: number
  step: string
}

interface ChunkOutcomeParts extends Pick<OutcomeParts, 'jobs' | 'storage'> {
  listing: Listing
  change: ChangeVideo
  av1Made: Av1Outcomes['av1Made']
  /** Has what was stored in vain removed. */
  forget(uid: string): Promise<void>
  /** Has the first rendition encoded. */
  enqueueFirst(trx: Trx, row: VideoRow, isWhole: boolean): Promise<void>
}

/** What chunks write down: each outcome is one transaction that holds the video's row. */
export function createChunkOutcomes(parts: ChunkOutcomeParts) {
  const { jobs, storage, listing, change, forget, enqueueFirst, av1Made } = parts
  /** Into a folder of this attempt alone: another one may be through with the same chunk, and its segments be watched. */
  async function storeFiles(uid: string, id: string, chunk: ChunkMade, isFirst: boolean): Promise<StoredChunk> {
    const attempt = newId()
    const init = createHash('sha256')
      .update(await readFile(join(chunk.dir, chunk.init)))
      .digest('hex')
    for (const name of isFirst ? [MEDIA_PLAYLIST] : [MEDIA_PLAYLIST, chunk.init])
      await rm(join(chunk.dir, name), { force: true })
    await storage.putFolder(`media/${uid}/${id}/${attempt}`, chunk.dir)
    const segments = chunk.segments.map((segment) => ({ ...segment, name: `${attempt}/${segment.name}` }))
    return { segments, codecs: chunk.codecs, init, ...(isFirst ? { initName: `${attempt}/${chunk.init}` } : {}) }
  }

  /** Lets viewers have what there is from the beginning on. */
  async function grow(trx: Trx, row: VideoRow, plan: PlanRow, chunks: ChunkRow[]): Promise<Partial<VideoRow>> {
    const [rendition] = plan.renditions
    const stored = storedFromStart(chunks, 0)
    const [first] = stored
    if (!rendition || !first) return {}
    const { id, target } = rendition
    const segments = stored.flatMap((each) => each.segments)
    await writePlaylist(`media/${row.uid}/${id}/${GROWING_PLAYLIST}`, stored, plan, false)
    if (row.master_name !== null) return {}
    const { width, height } = target
    const uri = `${id}/${GROWING_PLAYLIST}`
    const rates = ratesOf(segments, Math.ceil(plan.longest_segment_seconds))
    return await listing.point(trx, row, [{ uri, width, height, codecs: first.codecs, ...rates }])
  }

  /** All chunks are there: the renditions are whole. */
  async function finish(trx: Trx, row: VideoRow, plan: PlanRow, chunks: ChunkRow[]): Promise<Partial<VideoRow> | null> {
    const made: StoredRendition[] = []
    for (const [place, { id, target }] of plan.renditions.entries()) {
      const stored = storedFromStart(chunks, place)
      const segments = stored.flatMap((each) => each.segments)
      const folder = `media/${row.uid}/${id}`
      const playlist = `index-${newId()}.m3u8`
      await writePlaylist(`${folder}/${playlist}`, stored, plan, true)
      // Whoever follows it as it grows finds its end.
      if (plan.stage === 'first') await writePlaylist(`${folder}/${GROWING_PLAYLIST}`, stored, plan, true)
      const beginning = segments.slice(0, BEGINNING_SEGMENTS).map(({ name }) => name)
      const sizeBytes = segments.reduce((sum, each) => sum + each.sizeBytes, 0)
      const { width, height } = target
      const rates = ratesOf(segments, Math.ceil(plan.longest_segment_seconds))
      const facts = { ...rates, width, height, codecs: stored[0]?.codecs ?? '', sizeBytes }
      made.push({ id, origin: 'encode', facts, fileNames: [playlist, initNameOf(stored), ...beginning] })
    }
    await removePlans(trx, row.uid, plan.stage)
    if (plan.stage === 'av1') return await av1Made(trx, row, made)
    const before = await renditionsOf(trx, row.uid)
    const copy = before.find(({ origin }) => origin === 'copy')
    const worth = made.filter(
      ({ facts }) => !copy || isWorthListing(facts.averageBandwidth, Number(copy.average_bandwidth)),
    )
    const [, to] = shareOf(row, plan, before)
    const next = async () => {
      if (to < 1) await jobs.enqueueInTurn(trx, ladderJob, [{ uid: row.uid }], turnsOf(row))
    }
    const listed = await listing.list(trx, row, worth, { percentComplete: to * 100, next })
    return listed ?? (to === 1 ? await listing.complete(trx, row) : null)
  }

  function writePlaylist(key: string, stored: StoredChunk[], plan: PlanRow, isWhole: boolean) {
    const segments = stored.flatMap((each) => each.segments).map(({ name, seconds }) => ({ uri: name, seconds }))
    const whole = { init: initNameOf(stored), segments }
    return storage.putText(key, mediaPlaylist(whole, { isWhole, longestSeconds: plan.longest_segment_seconds }))
  }

  return {
    /** Stores a plan with a job for each chunk. Nothing happens when there is one already. */
    async chunksPlanned(uid: string, plan: NewPlan, chunks: PlannedChunk[]): Promise<void> {
      const { stage, renditions, soundName, longestSegmentSeconds, step } = plan
      const after = await change(uid, async (trx, row) => {
        if (row.state === 'error') return null
        if (soundName !== null) await listing.mustStillBeThere(`media/${uid}/${soundName}`)
        const isNew = await insertPlan(
          trx,
          {
            ...{ video_uid: uid, stage, renditions, sound_name: soundName },
            longest_segment_seconds: longestSegmentSeconds,
          },
          chunks,
        )
        if (!isNew) return null
        const job = stage === 'first' ? chunkJob : laterChunkJob
        // A set that is made when there is nothing else to do has one job, which takes chunk after chunk.
        const wanted = stage === 'av1' ? [] : chunks.map(({ chunk: { number } }) => ({ uid, stage, number }))
        // Earlier chunks of a creator go first, also before later ones of videos that came before.
        await jobs.enqueueInTurn(trx, job, wanted, { ...turnsOf(row), inOrderOf: 'number' })
        // The first ones join a line: who does not play yet waits, and says so.
        return { step: stage === 'first' ? WAITING_STEP : step }
      })
      if (!after) await forget(uid)
    },

    /**
     * Stores a chunk of each rendition. With the first chunks of a first rendition the video begins to play, with the last
     * one the renditions are listed. Nothing happens when another attempt was first.
     * @throws RenditionBroken when it does not go with the others
     */
    async chunkMade(uid: string, plan: PlanRow, number: number, made: ChunkMade[]): Promise<void> {
      const { stage, renditions } = plan
      const stored: StoredChunk[] = []
      for (const [place, chunk] of made.entries()) {
        stored.push(await storeFiles(uid, renditions[place]?.id ?? '', chunk, number === 0))
      }
      const after = await change(uid, async (trx, row) => {
        const current = await findPlan(trx, uid, stage)
        if (row.state === 'error' || !isSamePlan(current, plan)) return null
        if (await isMade(trx, uid, stage, number)) return null
        for (const [place, { id }] of renditions.entries()) {
          for (const { name } of stored[place]?.segments ?? []) {
            await listing.mustStillBeThere(`media/${uid}/${id}/${name}`)
          }
        }
        await keepChunk(trx, uid, stage, number, stored)
        const chunks = await chunksOf(trx, uid, stage)
        expectSameSetup(chunks)
        const done = chunks.filter((each) => each.made !== null).length
        if (done === chunks.length) return await finish(trx, row, plan, chunks)
        const [from, to] = shareOf(row, plan, await renditionsOf(trx, uid))
        const percent = Math.floor((from + ((to - from) * done) / chunks.length) * 100)
        const grown = stage === 'first' ? await grow(trx, row, plan, chunks) : {}
        return { ...grown, percent_complete: Math.max(row.percent_complete, Math.min(99, percent)) }
      })
      if (!after) await forget(uid)
    },

    /**
     * It cannot be done in chunks after all: what is there of them goes, and the whole is encoded in one go. Nothing happens
     * when another attempt has made the chunk on which this one failed.
     */
    inOneGo: (uid: string, plan: PlanRow, number: number) =>
      change(uid, async (trx, row) => {
        const { stage } = plan
        if (row.state === 'error' || !isSamePlan(await findPlan(trx, uid, stage), plan)) return null
        if (await isMade(trx, uid, stage, number)) return null
        await removePlans(trx, uid, stage)
        if (stage === 'later') {
          await jobs.enqueueInTurn(trx, ladderJob, [{ uid, isWhole: true }], turnsOf(row))
          return {}
        }
        await enqueueFirst(trx, row, true)
        return { ...(await listing.withdraw(trx, row)), state: 'inprogress', percent_complete: 0 }
      }),
  }
}

/** Plans of a video come and go; the ids of their renditions do not come again. */
function isSamePlan(current: PlanRow | undefined, plan: PlanRow): boolean {
  return current !== undefined && current.renditions[0]?.id === plan.renditions[0]?.id
}

async function isMade(trx: Trx, uid: string, stage: Stage, number: number): Promise<boolean> {
  return (await chunksOf(trx, uid, stage)).some((each) => each.number === number && each.made !== null)
}

/** Chunks that were stored by a version before this one have it beside their segments. */
function initNameOf([first]: StoredChunk[]): string {
  return first?.initName ?? INIT_SEGMENT
}

/** What is stored of one rendition from its beginning to the first chunk that is missing. */
function storedFromStart(chunks: ChunkRow[], place: number): StoredChunk[] {
  const missing = chunks.findIndex(({ made }) => made === null)
  const whole = missing === -1 ? chunks : chunks.slice(0, missing)
  return whole.flatMap(({ made }) => made?.[place] ?? [])
}

function expectSameSetup(chunks: ChunkRow[]): void {
  const [one, ...others] = chunks.flatMap(({ made }) => (made === null ? [] : [made.map(({ init }) => init).join()]))
  if (others.some((each) => each !== one)) throw new RenditionBroken('chunks with different init segments')
}

/** Between which parts of all the work a stage lies, 0 to 1. */
export function shareOf(
  row: Pick<VideoRow, 'measurement'>,
  { stage, renditions }: Pick<PlanRow, 'stage' | 'renditions'>,
  before: { origin: 'copy' | 'encode'; width: number; height: number }[],
): [number, number] {
  const targets = renditions.map(({ target }) => target)
  if (stage === 'later') return [shareOfWork(before, targets), 1]
  const later = row.measurement ? planEncodes(row.measurement).slice(1) : []
  const made = targets.map((target) => ({ ...target, origin: 'encode' as const }))
  return [0, shareOfWork(made, later)]
}
