import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#platform/ids.server.ts'
import { ObjectMissing } from '#platform/storage.server.ts'
import { type ChunkRow, chunksOf, findPlan, type PlanRow, type Stage } from '../chunk-rows.server.ts'
import { audioBetween } from '../media/hls/audio-range.ts'
import { type EncodedChunk, encodeChunk } from '../media/hls/chunk.server.ts'
import { canBeChunked, longestSegment, type Priority, planChunks } from '../media/hls/chunk-plan.ts'
import { extractAudio } from '../media/hls/extract-audio.server.ts'
import type { MediaInfo } from '../media/media-info.ts'
import { readFrameTimes } from '../media/probe/read-frame-times.server.ts'
import type { EncodeTarget } from '../media/rendition.ts'
import { replacedBy } from '../media/replacement.ts'
import type { ScratchFolder } from '../scratch.server.ts'
import { fileNameOf, mediaKey } from '../stored-objects.ts'
import { type ChunkJobData, chunkJob, laterChunkJob } from '../video-jobs.ts'
import { findVideoRow, renditionsOf } from '../video-rows.server.ts'
import { encodingStep, isInQueue, type StoredStep } from '../video-step.ts'
import { createComparison } from './comparison.server.ts'
import { isFileAtFault } from './fault.server.ts'
import { shareOf } from './publish-chunks.server.ts'
import { reportProgress } from './report-progress.ts'
import { type ProcessingParts, runWithScratch } from './run-with-scratch.server.ts'

const AUDIO_FILE = 'sound.mp4'

/** Division of each stage into chunks. AV1 sets may be deferred at any time, so they are always made in chunks. */
const stageOptions: Record<Stage, { pace: Priority; fewestChunks: number; fromSeconds?: number }> = {
  first: { pace: 'urgent', fewestChunks: 2 },
  later: { pace: 'later', fewestChunks: 2 },
  av1: { pace: 'idle', fewestChunks: 1, fromSeconds: 0 },
}

export interface ChunkedWork {
  uid: string
  stage: Stage
  targets: EncodeTarget[]
  /** Index of the first frame of each segment of existing renditions; null without any. */
  segmentStarts: number[] | null
  mediaInfo: MediaInfo
  /** Recorded while it is being made. */
  step: StoredStep
}

export type Chunks = ReturnType<typeof createChunks>

/** Encodes long videos in chunks: separate jobs for any node, so that an interruption costs only one chunk. */
export function createChunks(parts: ProcessingParts) {
  return {
    plan: (work: ChunkedWork, scratchFolder: ScratchFolder, signal: AbortSignal) =>
      planChunkJobs(parts, work, scratchFolder, signal),
    encode: (data: ChunkJobData, stopped: AbortSignal) => encodePlanned(parts, data, stopped),
    make: (
      planned: PlanRow,
      chunk: ChunkRow,
      mediaInfo: MediaInfo,
      scratchFolder: ScratchFolder,
      signal: AbortSignal,
    ) => makeChunk(parts, planned, chunk, mediaInfo, scratchFolder, signal),
  }
}

/** Divides the work into chunk jobs. @returns false, without having stored anything, when it has to be done in one go */
async function planChunkJobs(
  parts: ProcessingParts,
  work: ChunkedWork,
  { source, dir }: ScratchFolder,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, storage, transitions } = parts
  const { uid, stage, targets, mediaInfo, step } = work
  const audioPlan = targets[0]?.audio ?? 'none'
  const { pace, fewestChunks, fromSeconds } = stageOptions[stage]
  if (!canBeChunked(mediaInfo, audioPlan, fromSeconds)) return false
  if (await findPlan(db, uid, stage)) return true
  const frames = await readFrameTimes(source, mediaInfo, signal)
  const chunks = planChunks(frames, work.segmentStarts, pace)
  if (chunks.length < fewestChunks || frames.times.length !== mediaInfo.video?.packets) return false
  const audio =
    audioPlan === 'none'
      ? null
      : await extractAudio({ source, dir, name: AUDIO_FILE, plan: audioPlan, mediaInfo, signal })
  if (audio?.packets.length === 0) return false
  const audioName = audio && fileNameOf('audio', newId())
  if (audioName !== null) await storage.putFile(mediaKey(uid, audioName), join(dir, AUDIO_FILE))
  await transitions.storeChunkPlan(
    uid,
    {
      stage,
      audioName,
      step,
      longestSegmentSeconds: longestSegment(frames, chunks),
      renditions: targets.map((target) => ({ id: newId(), target })),
    },
    chunks.map((chunk) => {
      const end = chunk.toSeconds === null ? null : chunk.endsAt
      return { chunk, audio: audio && audioBetween(`../${AUDIO_FILE}`, audio, chunk.startsAt, end) }
    }),
  )
  return true
}

/** Encodes one chunk for all renditions of its stage. */
async function encodePlanned(parts: ProcessingParts, data: ChunkJobData, stopped: AbortSignal): Promise<void> {
  const { db, transitions, log } = parts
  const { uid, stage, number } = data
  const row = await findVideoRow(db, uid)
  const planned = await findPlan(db, uid, stage)
  const chunks = await chunksOf(db, uid, stage)
  const chunk = chunks.find((each) => each.number === number)
  if (!row?.media_info || !planned || !chunk || chunk.made !== null) return
  const { media_info: mediaInfo } = row
  if (isInQueue(row)) await transitions.setStep(uid, encodingStep(planned.renditions.map(({ target }) => target)))
  const [from, to] = shareOf(row, planned, await renditionsOf(db, uid))
  const done = chunks.filter((each) => each.made !== null).length
  const share = (to - from) / chunks.length
  const onProgress = reportProgress(transitions, uid, from + share * done, from + share * (done + 1))
  await runWithScratch(
    parts,
    data,
    stage === 'first' ? chunkJob : laterChunkJob,
    stopped,
    async (scratchFolder, signal) => {
      try {
        await makeChunk(parts, planned, chunk, mediaInfo, scratchFolder, signal, onProgress)
      } catch (error) {
        if (!isFileAtFault(error)) throw error
        log.info({ video: uid, chunk: number, err: error }, 'video: cannot be encoded in chunks')
        await transitions.abandonChunks(uid, planned, number)
      }
    },
  )
}

/** Encodes and stores a chunk; without effect once its plan has been abandoned. */
async function makeChunk(
  parts: ProcessingParts,
  planned: PlanRow,
  chunk: ChunkRow,
  mediaInfo: MediaInfo,
  scratchFolder: ScratchFolder,
  signal: AbortSignal,
  onProgress?: (share: number) => void,
): Promise<void> {
  const { source, dir } = scratchFolder
  if (!(await fetchAudio(parts, planned, dir))) return
  const outDir = join(dir, 'chunk')
  await mkdir(outDir)
  const made: EncodedChunk[] = []
  const { chunk: range, audio } = chunk.plan
  for (const targets of runsOf(planned)) {
    const work = { chunk: range, audio, targets, isLowPriority: planned.stage !== 'first' }
    made.push(...(await encodeChunk({ source, outDir, ...work, mediaInfo, onProgress, signal })))
  }
  await compareReplacement(parts, planned, chunk, made, mediaInfo, scratchFolder, signal)
  await parts.transitions.storeChunk(planned.video_uid, planned, chunk.number, made)
}

/** Records, with a chunk that may replace one of the first rendition, how similar both are to the source. */
async function compareReplacement(
  parts: ProcessingParts,
  { video_uid, renditions }: PlanRow,
  { plan: { chunk } }: ChunkRow,
  made: EncodedChunk[],
  mediaInfo: MediaInfo,
  scratchFolder: ScratchFolder,
  signal: AbortSignal,
): Promise<void> {
  const { compare } = createComparison(parts)
  const index = renditions.findIndex(({ target }) => target.replacesFirst)
  const [target, replacement] = [renditions[index]?.target, made[index]]
  if (!target || !replacement) return
  const first = replacedBy(target, await renditionsOf(parts.db, video_uid))
  const segments = replacement.segments.map(({ name }) => name)
  const similarity =
    first && (await compare({ first, dir: replacement.dir, segments, mediaInfo, chunk }, scratchFolder, signal))
  if (similarity) replacement.likeness = similarity
}

/** @returns false when the plan has been abandoned */
async function fetchAudio(
  { db, storage }: ProcessingParts,
  { video_uid, stage, sound_name }: PlanRow,
  dir: string,
): Promise<boolean> {
  if (sound_name === null) return true
  try {
    await storage.fetchToFile(mediaKey(video_uid, sound_name), join(dir, AUDIO_FILE))
    return true
  } catch (error) {
    if (error instanceof ObjectMissing && !(await findPlan(db, video_uid, stage))) return false
    throw error
  }
}

/** Targets of each decoding run; several AV1 encoders would take more memory than one run may use. */
function runsOf({ stage, renditions }: PlanRow): EncodeTarget[][] {
  const targets = renditions.map(({ target }) => target)
  return stage === 'av1' ? targets.map((target) => [target]) : [targets]
}
