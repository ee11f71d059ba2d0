import type { FrameRate } from '#video/video.ts'

/** The facts about an episode for study mode. */
export interface StudyOptions {
  videoId: string
  /** Null where it is not known. */
  frameRate: FrameRate | null
  /** Whether its frames differ in length, so that `frameRate` is only an average. */
  isRateVarying: boolean
  /** Whether cookies go with the requests for its data. */
  credentials: 'same-origin' | 'omit'
  /** Whether the creator lets viewers keep single frames. */
  framesOpen: boolean
  /** Name of the creator. */
  by: string
  /** Path of the episode's page, which loop links lead to. */
  path: string
  /** Frames that are looped from the start on, both included; null for none. */
  loop: { from: number; to: number } | null
}

/** `off` until study mode or its loop is first used; then its code is there, and it is open or not. */
export type StudyPhase = 'off' | 'ready' | 'open'

/** Acts on a key of study mode. @returns false when there is nothing to do */
export type StudyKeyHandler = (key: string, isRepeat: boolean) => boolean
