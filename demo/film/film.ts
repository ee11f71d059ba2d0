import type { Sound } from '../sound/sound.ts'

export interface Shot {
  seconds: number
  /** The drawing at a time since the shot began, in steps of a twelfth of a second. */
  draw(t: number): string
}

/** Colours and lettering of the first and the last card. */
export interface CardLook {
  ground: string
  ink: string
  accent: string
  /** The title as it breaks. */
  lines: string[]
  /** Behind the title; its own small movement. */
  emblem?(t: number): string
  /** What the last card says. */
  end: string
}

/** A short film: a title card, shots, an end card, and its sound. */
export interface Film {
  key: string
  /** In pixels; the stage is cut to this shape around its middle. */
  size: { width: number; height: number }
  /** How coarsely it is encoded (x264's crf); more where rain or rays change the whole picture at each drawing. */
  coarseness?: number
  card: CardLook
  shots: Shot[]
  score(sound: Sound): void
}

export const HD = { width: 1280, height: 720 }
export const TITLE_SECONDS = 2
export const END_SECONDS = 2
