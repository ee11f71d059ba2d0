import { RECKONED_WIDTH } from './flash-limits.ts'

/** Size in pixels of the frames that are analysed. */
export interface FrameSize {
  width: number
  height: number
}

/** Bytes of a pixel: red, green, blue. */
export const PIXEL_BYTES = 3
/**
 * Each pixel is the mean of about 6 by 6 of the reckoned picture: grain and patterns too fine to harm, which WCAG excepts,
 * cancel out, while an eyelid that closes still shows.
 */
const ANALYSED_WIDTH = 160
/** Height of the tallest accepted picture at this width. */
const ANALYSED_HEIGHT_MAX = 640

/** The size at which frames of this size are analysed. */
export function analysedSizeOf({ width, height }: FrameSize): FrameSize {
  const scaled = Math.round((height * ANALYSED_WIDTH) / width)
  return { width: ANALYSED_WIDTH, height: Math.min(ANALYSED_HEIGHT_MAX, Math.max(1, scaled)) }
}

/** Side of an analysed pixel, in pixels of the reckoned picture. */
export const RECKONED_PER_PIXEL = RECKONED_WIDTH / ANALYSED_WIDTH

/** Calls back with each frame of a stream of raw frames that arrives in pieces of any size; the bytes are valid in the call. */
export function createFrameSplitter({ width, height }: FrameSize, onFrame: (frame: Uint8Array) => void) {
  const frame = new Uint8Array(width * height * PIXEL_BYTES)
  let filled = 0
  return (piece: Uint8Array): void => {
    for (let from = 0; from < piece.length; ) {
      const length = Math.min(piece.length - from, frame.length - filled)
      frame.set(piece.subarray(from, from + length), filled)
      filled += length
      from += length
      if (filled < frame.length) return
      filled = 0
      onFrame(frame)
    }
  }
}
