import type { JobKind } from '#platform/jobs.server.ts'
import { canBeChunked } from './ffmpeg/chunk-plan.ts'
import { planEncodes } from './ladder.ts'
import type { Measurement } from './measurement.ts'
import { encodeJob, slowEncodeJob, type ToEncode } from './video-jobs.ts'

/** Of a chunk that somebody waits for. */
const CHUNK_SECONDS = 12
/** Pixels that one run may decode while others wait behind it: a chunk of 2160p at 60 frames a second, two minutes of 1080p at 24. */
const MAX_RUN_PIXELS = 3840 * 2160 * 60 * CHUNK_SECONDS

/**
 * The queue in which a video waits for its first rendition, by what a run of it would decode. A film that would hold up
 * others for long waits with its like, and is encoded in one go there.
 * @param isWhole it has turned out that it cannot be encoded in chunks
 */
export function encodeJobFor(measurement: Measurement | null, isWhole: boolean): JobKind<ToEncode> {
  if (measurement === null) return encodeJob
  const { video, durationSeconds } = measurement
  const pixels = video ? video.width * video.height * video.packets : 0
  const inChunks = !isWhole && canBeChunked(measurement, planEncodes(measurement)[0]?.audio ?? 'none')
  const ofRun = inChunks ? pixels * Math.min(1, CHUNK_SECONDS / durationSeconds) : pixels
  return ofRun > MAX_RUN_PIXELS ? slowEncodeJob : encodeJob
}
