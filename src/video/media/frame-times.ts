/** The frames of a file in presentation order. */
export interface FrameTimes {
  /** Presentation time of each; seconds, ascending. */
  times: number[]
  /** End of the last frame. */
  endSeconds: number
  /** Numbers of the frames at which decoding can begin, ascending. */
  keyframes: number[]
}
