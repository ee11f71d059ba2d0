import { endOf, isSparse, type MediaInfo } from '../media-info.ts'

/** Interval at which a frame of a sparse video is repeated. */
const REPEAT_SECONDS = 2
/** The last repeat marks the end of the video. */
const LAST_REPEAT_SECONDS = 0.125
const TICKS_PER_SECOND = 90_000
/** Frames further apart are not reordered: players place segments by decoding times. */
const FAR_APART_SECONDS = 0.5

/** Arguments that pass the times of a variable frame rate to an encoder. */
export const variableRateArguments = ['-fps_mode:v', 'passthrough', '-enc_time_base:v', `1:${TICKS_PER_SECOND}`]

/** Whether frames are encoded at their own times, and not on the grid of a rate. */
export function isVariableRate(mediaInfo: MediaInfo): boolean {
  return !mediaInfo.video?.isConstantFrameRate || isSparse(mediaInfo)
}

/** Whether the encoder may reorder frames. */
export function canReorder(mediaInfo: MediaInfo): boolean {
  return !isVariableRate(mediaInfo) || (mediaInfo.video?.longestFrameSeconds ?? 0) <= FAR_APART_SECONDS
}

/** Duration of the last frame of an output with a variable frame rate; null for that of its packet. */
export function lastFrameSeconds(mediaInfo: MediaInfo): number | null {
  return isSparse(mediaInfo) ? LAST_REPEAT_SECONDS : (mediaInfo.video?.lastFrameSeconds ?? null)
}

/**
 * A graph that repeats the current frame of a video every two seconds and once at its end; its own frames retain their
 * times. A narrow strip with its own clock is put below the video and cropped off again: each tick of either yields a
 * frame.
 * @param graph graph that ends with frames of this size, without a label
 * @returns such a graph
 */
export function repeatedFrames(
  graph: string,
  { width, height }: { width: number; height: number },
  { video, audio }: MediaInfo,
): string {
  const tracks = [video, audio].filter((track) => track !== null)
  const end = Math.max(...tracks.map(endOf)) - Math.min(...tracks.map(({ startSeconds }) => startSeconds))
  const lastAt = Math.max(0, end - LAST_REPEAT_SECONDS)
  const ticks = Math.ceil(lastAt / REPEAT_SECONDS) + 1
  const clock = [
    `color=size=${width}x16:rate=1:duration=${ticks}`,
    `settb=1/${TICKS_PER_SECOND}`,
    `setpts=min(N*${REPEAT_SECONDS}\\,${lastAt.toFixed(3)})/TB`,
  ]
  return `${clock.join(',')}[clock];${graph},settb=1/${TICKS_PER_SECOND}[video];[video][clock]vstack,crop=${width}:${height}:0:0`
}
