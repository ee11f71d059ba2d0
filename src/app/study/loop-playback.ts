import type { FrameRange } from '#app/playback/frame-range.ts'
import type { FrameTimes } from '#app/playback/frame-times.ts'

/**
 * So near its end, a loop is shown frame by frame from the store: a page that is busy for less than that shows no frame after
 * the last one. Short loops come from there entirely.
 */
const EDGE_FRAMES = 24

/**
 * Keeps a playing video inside a loop. The element gives the sound and the time; around the jump from the last frame to the
 * first, it cannot show exact frames, so there they come from the store: first and last frame are the same in every turn.
 */
export class LoopPlayback {
  readonly #video: HTMLVideoElement
  readonly #times: FrameTimes
  /** The first frame, while the element has not yet shown it after a jump. */
  #returningTo: number | null = null
  /** Whether the page has drawn that frame, however long ago the element has it. */
  #hasDrawnFirst = false
  #frameOnCanvas: number | null = null
  /** Whether the video has played inside the loop since its last jump. */
  #isInside = false

  constructor(video: HTMLVideoElement, times: FrameTimes) {
    this.#video = video
    this.#times = times
  }

  /** The frame that is to be shown instead of the element's picture; null for that. */
  get frameOnCanvas(): number | null {
    return this.#frameOnCanvas
  }

  /** Whether the last jump has not been shown yet. */
  get isReturning(): boolean {
    return this.#returningTo !== null
  }

  /** Frames that the jump needs. */
  *framesAround({ from, to }: FrameRange): Generator<number> {
    yield from
    for (let frame = to; frame >= Math.max(from, to - EDGE_FRAMES); frame -= 1) yield frame
  }

  /** Called for every picture of the page while the video plays. @param range null without a loop */
  follow(range: FrameRange | null): void {
    if (!range) {
      this.#returningTo = null
      this.#frameOnCanvas = null
      this.#isInside = false
      return
    }
    if (this.#returningTo !== null) {
      this.#hasDrawnFirst = true
      return
    }
    const frame = this.#times.frameAt(this.#video.currentTime)
    const isBefore = frame < range.from
    const isAfter = this.#video.currentTime >= this.#times.startOf(range.to + 1) || frame > range.to
    // The last frame is seen before the jump, however late this is called.
    const isOver = isAfter && (this.#frameOnCanvas === range.to || !this.#isInside)
    this.#isInside = !isBefore && !isOver
    if (!this.#isInside) {
      this.restart(range)
      this.#hasDrawnFirst = true
    } else this.#frameOnCanvas = frame >= range.to - EDGE_FRAMES ? Math.min(frame, range.to) : null
  }

  /** Jumps to the first frame, which stays on the canvas until `follow` was called after that. */
  restart({ from }: FrameRange): void {
    this.#returningTo = from
    this.#hasDrawnFirst = false
    this.#frameOnCanvas = from
    this.#video.currentTime = this.#times.startOf(from) + (this.#times.middleOf(from) - this.#times.startOf(from)) / 2
  }

  /** The element shows another picture. @param mediaTime its time in the video */
  notePresented(mediaTime: number): void {
    if (this.#returningTo === null || !this.#hasDrawnFirst || this.#video.seeking) return
    const frame = this.#times.frameAt(mediaTime)
    if (frame < this.#returningTo) return
    this.#returningTo = null
    this.#frameOnCanvas = null
  }
}
