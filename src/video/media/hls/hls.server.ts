import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { encodeDeadlineMs, runDeadlineMs } from '../ffmpeg/deadlines.ts'
import { inputOptions, type UploadSource } from '../ffmpeg/input-arguments.ts'
import { runTool } from '../ffmpeg/run-tool.server.ts'
import { isSparse, type MediaInfo } from '../media-info.ts'
import type { CopyTarget } from '../rendition.ts'
import { AUDIO_BITS_PER_SECOND, copyArguments, segmentName } from './hls-arguments.ts'
import { type Ladder, ladderArguments } from './ladder-arguments.ts'
import { mergeLastSegment } from './merge-last-segment.server.ts'
import { splitInitSegment } from './split-init-segment.server.ts'

/** More threads cost memory within the run's limit and gain little at these sizes. */
export const CODEC_THREADS = Math.min(4, availableParallelism())
/** Bytes that a run may write beyond its estimate. */
const HEADROOM_BYTES = 32 * 1024 ** 2

interface HlsRun {
  /** Created when absent; should be empty. Its renditions count only after `verifyRendition` has accepted them. */
  outDir: string
  mediaInfo: MediaInfo
  /** Share of the video's length that is written, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/**
 * Cuts the source's own packets into HLS in `outDir`; only the audio may be encoded.
 * @param run `onWritten` is called once ffmpeg has ended, before its files are changed
 * @throws ToolError
 */
export async function copyToHls(
  run: HlsRun & { source: UploadSource; target: CopyTarget; onWritten?: () => void },
): Promise<void> {
  const { source, outDir, target, mediaInfo } = run
  await mkdir(outDir, { recursive: true })
  await runTool({
    ...runOptions(run),
    args: copyArguments(source, target, mediaInfo),
    ...inputOptions(source),
    isHighPriority: true,
    deadlineMs: runDeadlineMs(mediaInfo.durationSeconds),
    maxOutputBytes: Math.ceil(mediaInfo.sizeBytes * 1.2 + HEADROOM_BYTES),
  })
  run.onWritten?.()
  await splitInitSegment(outDir)
  await mergeLastSegment(outDir)
}

/**
 * Encodes the source into HLS for all targets in one go, each in the folder of its name in `outDir`.
 * @param run `source` is a scratch copy of the uploaded bytes under a name of ours, absolute; `isLowPriority` when it
 * is not urgent: it leaves the processors to urgent runs
 * @throws ToolError
 */
export async function encodeToHls(run: HlsRun & Ladder & { source: string; isLowPriority?: boolean }): Promise<void> {
  const { source, outDir, targets, mediaInfo } = run
  for (const { name } of targets) await mkdir(join(outDir, name), { recursive: true })
  const bitsPerSecond = targets.reduce(
    (sum, target) => sum + target.maxVideoBitsPerSecond + AUDIO_BITS_PER_SECOND.stereo,
    0,
  )
  const deadlineMs = deadlineOf(run)
  await runTool({
    ...runOptions(run),
    args: ladderArguments(source, run, CODEC_THREADS),
    inputFile: source,
    deadlineMs,
    // A sparse video writes nothing before its next frame.
    ...(isSparse(mediaInfo) ? { stallMs: deadlineMs } : {}),
    maxOutputBytes: Math.ceil((bitsPerSecond / 8) * mediaInfo.durationSeconds * 3 + HEADROOM_BYTES),
    isLowPriority: run.isLowPriority,
  })
  const firstSegment = segmentName((run.part?.chunk.firstSegment ?? 0) + 1)
  for (const { name } of targets) await splitInitSegment(join(outDir, name), firstSegment)
  // Given segment starts are those of another rendition.
  if (run.segmentStarts === null) for (const { name } of targets) await mergeLastSegment(join(outDir, name))
}

/** The deadline of a part assumes decoding from the beginning: the keyframe that it begins at is not known. */
function deadlineOf({ mediaInfo, targets, part, isLowPriority }: Ladder & { isLowPriority?: boolean }): number {
  const { width = 0, height = 0, packets = 0 } = mediaInfo.video ?? {}
  const [decodedFrames, encodedFrames] = part
    ? [part.chunk.firstFrame + part.chunk.frameCount, part.chunk.frameCount]
    : [packets, packets]
  return encodeDeadlineMs({
    width,
    height,
    decodedFrames,
    encodedFrames,
    seconds: mediaInfo.durationSeconds,
    targets,
    isLowPriority,
  })
}

function runOptions({ outDir, mediaInfo, onProgress, signal }: HlsRun) {
  const length = mediaInfo.durationSeconds
  return {
    tool: 'ffmpeg' as const,
    outputDir: outDir,
    onProgress: ({ seconds }: { seconds: number }) => onProgress?.(length > 0 ? Math.min(1, seconds / length) : 0),
    signal,
  }
}
