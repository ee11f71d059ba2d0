/** Frames a second, as a fraction. */
export interface FrameRate {
  numerator: number
  denominator: number
}

/** A frame's second, and the frames since the first one of that second. */
export interface FrameClock {
  second: number
  frames: number
}

/** Rounded timestamps differ from the exact ones by less than this share of a frame. */
const TOLERANCE = 0.05

/** When each frame of a video is shown, in seconds. Frames count from 0, in the order in which they are shown. */
export class FrameTimes {
  readonly count: number
  /** Null where the rate varies. */
  readonly rate: FrameRate | null
  readonly #starts: readonly number[] | null
  readonly #endSeconds: number

  private constructor(count: number, rate: FrameRate | null, starts: readonly number[] | null, endSeconds: number) {
    this.count = count
    this.rate = rate
    this.#starts = starts
    this.#endSeconds = endSeconds
  }

  /** The times of a video whose frames all last equally long. */
  static atRate(rate: FrameRate, count: number): FrameTimes {
    return new FrameTimes(count, rate, null, (count * rate.denominator) / rate.numerator)
  }

  /** @param starts ascending; at least one */
  static varying(starts: readonly number[], endSeconds: number): FrameTimes {
    return new FrameTimes(starts.length, null, starts, endSeconds)
  }

  startOf(frame: number): number {
    if (frame >= this.count) return this.#endSeconds
    if (this.#starts) return this.#starts[frame] ?? 0
    return this.rate ? (frame * this.rate.denominator) / this.rate.numerator : 0
  }

  /** Where a seek shows the frame, however timestamps are rounded. */
  middleOf(frame: number): number {
    return (this.startOf(frame) + Math.max(this.startOf(frame), this.startOf(frame + 1))) / 2
  }

  /** The frame that is shown at a time: the first one before the video begins, the last one after it ends. */
  frameAt(seconds: number): number {
    const frame = this.#starts ? this.#lastStartedAt(seconds) : this.#framesUntil(seconds)
    return this.clamp(frame)
  }

  clamp(frame: number): number {
    return Math.max(0, Math.min(frame, this.count - 1))
  }

  clockOf(frame: number): FrameClock {
    const second = Math.floor(this.startOf(frame) + 1e-6)
    const atSecond = this.frameAt(second)
    const first = this.startOf(atSecond) < second - 1e-6 ? atSecond + 1 : atSecond
    return { second, frames: frame - first }
  }

  #framesUntil(seconds: number): number {
    return this.rate ? Math.floor((seconds * this.rate.numerator) / this.rate.denominator + TOLERANCE) : 0
  }

  #lastStartedAt(seconds: number): number {
    const starts = this.#starts ?? []
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      const start = starts[middle] ?? 0
      const tolerance = TOLERANCE * (start - (starts[middle - 1] ?? start))
      if (start - tolerance <= seconds) low = middle
      else high = middle - 1
    }
    return low
  }
}

/** 9 → '+09'. */
export function formatFrames(frames: number): string {
  return `+${String(frames).padStart(2, '0')}`
}
