import type { JobKind } from '#platform/job-kind.ts'
import { canBeChunked } from '../media/hls/chunk-plan.ts'
import { planEncodes } from '../media/ladder.ts'
import type { MediaInfo } from '../media/media-info.ts'
import { type EncodeJobData, encodeJob, slowEncodeJob } from '../video-jobs.ts'

/** Length of a chunk of a first rendition. */
const CHUNK_SECONDS = 12
/** Pixels that one run may decode while others wait: a chunk of 2160p at 60 frames a second, two minutes of 1080p at 24. */
const MAX_RUN_PIXELS = 3840 * 2160 * 60 * CHUNK_SECONDS
/**
 * Time of a run while others wait. `MAX_RUN_PIXELS` take this long at the lowest throughput of `deadlines.ts`; a decoder
 * that is slower for a certain file shows only while it runs.
 */
export const FIRST_ENCODE_BUDGET_MS = 2 * 60_000

/**
 * The queue for a video's first rendition, by the pixels that one run would decode. A video that would delay others for
 * long waits in a separate queue, and is encoded in one go there.
 * @param isUnchunked whether encoding it in chunks has proved impossible
 */
export function encodeJobFor(mediaInfo: MediaInfo | null, isUnchunked: boolean): JobKind<EncodeJobData> {
  if (mediaInfo === null) return encodeJob
  const { video, durationSeconds } = mediaInfo
  const pixels = video ? video.width * video.height * video.packets : 0
  const inChunks = !isUnchunked && canBeChunked(mediaInfo, planEncodes(mediaInfo)[0]?.audio ?? 'none')
  const runPixels = inChunks ? pixels * Math.min(1, CHUNK_SECONDS / durationSeconds) : pixels
  return runPixels > MAX_RUN_PIXELS ? slowEncodeJob : encodeJob
}
