import type { Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { type ChunkRow, type PlanRow, removePlans, type StoredChunk } from '../chunk-rows.server.ts'
import { INIT_SEGMENT } from '../media/hls/hls-arguments.ts'
import { mediaPlaylist } from '../media/hls/media-playlist.ts'
import { ratesOf } from '../media/hls/verify-rendition.server.ts'
import { isWorthPublishing, shareOfWork } from '../media/ladder.ts'
import { FAST_START_SEGMENTS } from '../media/rendition.ts'
import { isWorthReplacing, meanSimilarity, planLater, replacedBy } from '../media/replacement.ts'
import { GROWING_PLAYLIST, mediaKey, playlistNameOf } from '../stored-objects.ts'
import { ladderJob } from '../video-jobs.ts'
import { queueOwnerOf, renditionsOf, type VideoRow } from '../video-rows.server.ts'
import type { Av1Transitions } from './av1-transitions.server.ts'
import type { Manifest, StoredRendition } from './manifest.server.ts'
import type { TransitionParts } from './transition.ts'

export interface ChunkPublishing extends Pick<TransitionParts, 'jobs' | 'storage'> {
  manifest: Manifest
  publishAv1Set: Av1Transitions['publishAv1Set']
}

/**
 * Publishes the finished chunks from the first one up to the first missing one. The growing playlist is written while
 * the video's row is locked, and names only segments that no other attempt can overwrite.
 */
export async function growFirst(
  { manifest, storage }: ChunkPublishing,
  trx: Trx,
  row: VideoRow,
  plan: PlanRow,
  chunks: ChunkRow[],
): Promise<Partial<VideoRow>> {
  const [rendition] = plan.renditions
  const stored = storedFromStart(chunks, 0)
  const [first] = stored
  if (!rendition || !first) return {}
  const { id, target } = rendition
  const segments = stored.flatMap((each) => each.segments)
  const uri = `${id}/${GROWING_PLAYLIST}`
  await writePlaylist(storage, mediaKey(row.uid, uri), stored, plan, false)
  if (row.master_name !== null) return {}
  const { width, height } = target
  const rates = ratesOf(segments, Math.ceil(plan.longest_segment_seconds))
  return await manifest.writeMaster(trx, row, [{ uri, width, height, codecs: first.codecs, ...rates }])
}

/** Completes the renditions once all chunks are made. */
export async function finishStage(
  parts: ChunkPublishing,
  trx: Trx,
  row: VideoRow,
  plan: PlanRow,
  chunks: ChunkRow[],
): Promise<Partial<VideoRow> | null> {
  const { jobs, storage, manifest, publishAv1Set } = parts
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
    await writePlaylist(storage, `${folder}/${playlist}`, stored, plan, true)
    // Players that follow the growing playlist find its end.
    if (plan.stage === 'first') await writePlaylist(storage, `${folder}/${GROWING_PLAYLIST}`, stored, plan, true)
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

/** Range of all the work that a stage covers; both ends 0 to 1. */
export function shareOf(
  row: Pick<VideoRow, 'media_info'>,
  { stage, renditions }: Pick<PlanRow, 'stage' | 'renditions'>,
  before: { origin: 'copy' | 'encode'; width: number; height: number }[],
): [number, number] {
  const targets = renditions.map(({ target }) => target)
  if (stage === 'later') return [shareOfWork(before, targets), 1]
  const later = row.media_info ? planLater(row.media_info) : []
  const made = targets.map((target) => ({ ...target, origin: 'encode' as const }))
  return [0, shareOfWork(made, later)]
}

/** A short text, stored under the lock of the row: the chunks that it lists are those that this transaction finds. */
function writePlaylist(storage: ObjectStorage, key: string, stored: StoredChunk[], plan: PlanRow, isComplete: boolean) {
  const segments = stored.flatMap((each) => each.segments).map(({ name, seconds }) => ({ uri: name, seconds }))
  const content = { init: initNameOf(stored), segments }
  return storage.putText(key, mediaPlaylist(content, { isComplete, longestSeconds: plan.longest_segment_seconds }))
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
