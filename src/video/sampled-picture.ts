/** Frames of one video that are sampled at most. */
export const SAMPLED_FRAMES_MAX = 120

/** A picture of a video, as a local file. */
export interface SampledPicture {
  /** JPEG, at most 448 pixels wide and high. */
  path: string
  /** Time of the frame; null for the poster. */
  atSeconds: number | null
  /** Name of a poster that its creator chose. The automatic one is a frame of the video. */
  chosenPoster?: string
}

/** All pictures of a video, or its poster alone. */
export type SampledPart = 'all' | 'poster'
