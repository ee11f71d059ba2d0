import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { isSparse, type Measurement } from '../measurement.ts'
import type { CopyTarget } from '../rendition.ts'
import { encodeDeadlineMs, runDeadlineMs } from './deadlines.ts'
import { AUDIO_BITS_PER_SECOND, copyArguments, segmentName } from './hls-arguments.ts'
import { given, type Uploaded } from './input-arguments.ts'
import { type Ladder, ladderArguments } from './ladder-arguments.ts'
import { mergeLastPicture } from './merge-last-picture.server.ts'
import { runTool } from './run-tool.server.ts'
import { settleInitSegment } from './settle-init-segment.server.ts'

/** More threads cost memory within the run's limit and gain little at these sizes. */
export const CODEC_THREADS = Math.min(4, availableParallelism())
/** What a run may write beyond its share, for one that goes wrong. */
const SPARE_BYTES = 32 * 1024 ** 2

interface HlsRun {
  /** Made when absent; ought to be empty. Holds renditions only after `verifyRendition` has accepted them. */
  outDir: string
  measurement: Measurement
  /** Share of the video's length that is written, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Cuts the source's own packets into HLS in `outDir`; only the sound may be encoded. @throws ToolFailed */
export async function copyToHls(run: HlsRun & { source: Uploaded; target: CopyTarget }): Promise<void> {
  const { source, outDir, target, measurement } = run
  await mkdir(outDir, { recursive: true })
  await runTool({
    ...limitsOf(run),
    args: copyArguments(source, target, measurement),
    ...given(source),
    isBrief: true,
    deadlineMs: runDeadlineMs(measurement.durationSeconds),
    maxOutputBytes: Math.ceil(measurement.sizeBytes * 1.2 + SPARE_BYTES),
  })
  await settleInitSegment(outDir)
  await mergeLastPicture(outDir)
}

/**
 * Encodes the source into HLS for all targets in one go, each in the folder of its name in `outDir`.
 * @param run `source` is a scratch copy of the uploaded bytes under a name of ours, absolute; `isLater` when nobody waits for it: it leaves the processors to runs that somebody waits for
 * @throws ToolFailed
 */
export async function encodeToHls(run: HlsRun & Ladder & { source: string; isLater?: boolean }): Promise<void> {
  const { source, outDir, targets, measurement } = run
  for (const { name } of targets) await mkdir(join(outDir, name), { recursive: true })
  const bitsPerSecond = targets.reduce(
    (sum, target) => sum + target.maxVideoBitsPerSecond + AUDIO_BITS_PER_SECOND.stereo,
    0,
  )
  const deadlineMs = deadlineOf(run)
  await runTool({
    ...limitsOf(run),
    args: ladderArguments(source, run, CODEC_THREADS),
    reads: source,
    deadlineMs,
    // Nothing is written before the next picture of a film that has few.
    ...(isSparse(measurement) ? { stallMs: deadlineMs } : {}),
    maxOutputBytes: Math.ceil((bitsPerSecond / 8) * measurement.durationSeconds * 3 + SPARE_BYTES),
    isLater: run.isLater,
  })
  const firstSegment = segmentName((run.part?.chunk.firstSegment ?? 0) + 1)
  for (const { name } of targets) await settleInitSegment(join(outDir, name), firstSegment)
  // Where segments begin is said, they are those of another rendition.
  if (run.segmentStarts === null) for (const { name } of targets) await mergeLastPicture(join(outDir, name))
}

/** Of a part it is not known from how far back decoding has to begin. */
function deadlineOf({ measurement, targets, part }: Pick<Ladder, 'measurement' | 'targets' | 'part'>): number {
  const { width = 0, height = 0, packets = 0 } = measurement.video ?? {}
  const [decodedFrames, encodedFrames] = part
    ? [part.chunk.firstPicture + part.chunk.pictures, part.chunk.pictures]
    : [packets, packets]
  return encodeDeadlineMs({
    width,
    height,
    decodedFrames,
    encodedFrames,
    seconds: measurement.durationSeconds,
    targets,
  })
}

function limitsOf({ outDir, measurement, onProgress, signal }: HlsRun) {
  const length = measurement.durationSeconds
  return {
    tool: 'ffmpeg' as const,
    outputDir: outDir,
    onProgress: ({ seconds }: { seconds: number }) => onProgress?.(length > 0 ? Math.min(1, seconds / length) : 0),
    signal,
  }
}
