import { endOf, isSparse, type Measurement } from '../measurement.ts'

/** A picture of a sparse film is repeated so often. */
const REPEAT_SECONDS = 2
/** The last repeat says where the film ends. */
const LAST_REPEAT_SECONDS = 0.125
const TICKS_PER_SECOND = 90_000
/** Pictures further apart are not put into another order: players place segments by decoding times. */
const FAR_APART_SECONDS = 0.5

/** How an encoder is told when pictures that come at uneven times are shown. */
export const unevenTiming = ['-fps_mode:v', 'passthrough', '-enc_time_base:v', `1:${TICKS_PER_SECOND}`]

/** Whether pictures are encoded at their own times, and not on the grid of a rate. */
export function isUneven(measurement: Measurement): boolean {
  return !measurement.video?.isConstantFrameRate || isSparse(measurement)
}

/** Whether the encoder may put pictures into another order. */
export function mayReorder(measurement: Measurement): boolean {
  return !isUneven(measurement) || (measurement.video?.longestFrameSeconds ?? 0) <= FAR_APART_SECONDS
}

/** How long the last picture of an output of uneven pictures lasts; null for what its packet says. */
export function lastPictureSeconds(measurement: Measurement): number | null {
  return isSparse(measurement) ? LAST_REPEAT_SECONDS : (measurement.video?.lastFrameSeconds ?? null)
}

/**
 * A graph that repeats the picture of a film every two seconds and once at its end; its own pictures stay at their times.
 * A narrow strip with a clock of its own is put below the film and cut off again: each tick of either gives a picture.
 * @param film graph that ends with pictures of this size, without a label
 * @returns the same
 */
export function repeatedPictures(
  film: string,
  { width, height }: { width: number; height: number },
  { video, audio }: Measurement,
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
  return `${clock.join(',')}[clock];${film},settb=1/${TICKS_PER_SECOND}[film];[film][clock]vstack,crop=${width}:${height}:0:0`
}
