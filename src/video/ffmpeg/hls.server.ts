import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Measurement } from '../measurement.ts'
import type { CopyTarget, EncodeTarget, RenditionTarget } from '../rendition.ts'
import { hlsArguments, maxOutputBytes, runDeadlineMs } from './hls-arguments.ts'
import { runTool } from './run-tool.server.ts'

/** More threads cost memory within the run's limit and gain little at these sizes. */
export const CODEC_THREADS = Math.min(4, availableParallelism())

interface HlsRun<Target extends RenditionTarget> {
  /** The uploaded bytes: a scratch copy under a name of ours, absolute. */
  source: string
  /** Made when absent; ought to be empty. Holds a rendition only after `verifyRendition` has accepted it. */
  outDir: string
  target: Target
  measurement: Measurement
  /** Share of the video's length that is written, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Cuts the source's own packets into HLS; only the sound may be encoded. @throws ToolFailed */
export function copyToHls(run: HlsRun<CopyTarget>): Promise<void> {
  return makeHls(run)
}

/** Encodes the source into HLS at the target's size. @throws ToolFailed */
export function encodeToHls(run: HlsRun<EncodeTarget>): Promise<void> {
  return makeHls(run)
}

async function makeHls({ source, outDir, target, measurement, onProgress, signal }: HlsRun<RenditionTarget>) {
  await mkdir(outDir, { recursive: true })
  const length = measurement.durationSeconds
  await runTool({
    tool: 'ffmpeg',
    args: hlsArguments(source, target, measurement, CODEC_THREADS),
    deadlineMs: runDeadlineMs(length),
    outputDir: outDir,
    maxOutputBytes: maxOutputBytes(target, measurement),
    onProgress: (progress) => onProgress?.(length > 0 ? Math.min(1, progress.seconds / length) : 0),
    signal,
  })
}
