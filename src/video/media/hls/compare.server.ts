import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeDeadlineMs, lowPriorityDeadlineMs } from '../ffmpeg/deadlines.ts'
import { decodedUploadedInput, ownClipInput } from '../ffmpeg/input-arguments.ts'
import { runTool } from '../ffmpeg/run-tool.server.ts'
import { videoFilters } from '../ffmpeg/video-filters.ts'
import type { MediaInfo } from '../media-info.ts'
import type { Similarity } from '../replacement.ts'
import { CODEC_THREADS } from './hls.server.ts'
import { type LadderPart, rangeFilters, seekArguments } from './ladder-arguments.ts'

/** One range of two renditions, each with its init segment as one file in the folder of the comparison. */
export const COMPARED_FILES = { first: 'first.mp4', replacement: 'replacement.mp4' }

interface Comparison {
  /** The uploaded bytes: a scratch copy under a name of ours, absolute. */
  source: string
  /** Contains the files named in `COMPARED_FILES`. */
  dir: string
  mediaInfo: MediaInfo
  size: { width: number; height: number }
  /** Number of frames to compare, from the beginning of the range on. */
  frames: number
  /** Where the range begins; null for the beginning of the video. */
  chunk: LadderPart['chunk'] | null
  signal?: AbortSignal
}

/**
 * Compares two renditions with the source scaled to their size, frame by frame.
 * @returns null when there are not as many frames as expected
 * @throws ToolError
 */
export async function compareWithSource(run: Comparison): Promise<Similarity | null> {
  const { source, dir, mediaInfo, size, frames, chunk, signal } = run
  const { video, durationSeconds } = mediaInfo
  const byFrameNumber = 'settb=1/25,setpts=N'
  const filters = [...(chunk ? rangeFilters(chunk) : []), `trim=end_frame=${frames}`]
  const graph = [
    `[0:${video?.index ?? 'v:0'}]${[...filters, ...videoFilters(video, size)].join(',')},${byFrameNumber},split=2[one][other]`,
    `[1:v]${byFrameNumber}[first];[2:v]${byFrameNumber}[replacement]`,
    '[first][one]ssim=stats_file=first.log[a];[replacement][other]ssim=stats_file=replacement.log[b]',
  ]
  const until = chunk ? (chunk.toSeconds ?? durationSeconds) : durationSeconds
  await runTool({
    tool: 'ffmpeg',
    args: [
      ...[
        '-v',
        'error',
        ...(chunk ? seekArguments(chunk) : []),
        ...decodedUploadedInput(source, CODEC_THREADS, mediaInfo),
      ],
      ...[
        ...ownClipInput(COMPARED_FILES.first),
        ...ownClipInput(COMPARED_FILES.replacement),
        '-filter_complex',
        graph.join(';'),
      ],
      ...['-map', '[a]', '-f', 'null', '-', '-map', '[b]', '-f', 'null', '-'],
    ],
    inputFile: source,
    outputDir: dir,
    deadlineMs: Math.max(decodeDeadlineMs(mediaInfo, until), lowPriorityDeadlineMs(until)),
    isLowPriority: true,
    signal,
  })
  const [first, replacement] = await Promise.all([meanOf(join(dir, 'first.log')), meanOf(join(dir, 'replacement.log'))])
  if (first.frames !== frames || replacement.frames !== frames) return null
  return { frames, first: first.ssim, replacement: replacement.ssim }
}

async function meanOf(stats: string): Promise<{ frames: number; ssim: number }> {
  const values = [...(await readFile(stats, 'utf8')).matchAll(/ All:([\d.]+)/g)].map(([, value]) => Number(value))
  return { frames: values.length, ssim: values.reduce((sum, value) => sum + value, 0) / values.length }
}
