import type { Synth } from '../audio/synth.ts'

export interface Shot {
  seconds: number
  /** The drawing at a time since the shot began, in steps of a twelfth of a second. */
  draw(t: number): string
}

/** Colours and lettering of the first and the last card. */
export interface CardStyle {
  background: string
  ink: string
  accent: string
  /** The title, line by line. */
  lines: string[]
  /** An animation behind the title. */
  emblem?(t: number): string
  /** Text of the last card. */
  end: string
}

/** A short film: a title card, shots, an end card, and its soundtrack. */
export interface Film {
  key: string
  /** In pixels; the stage is cropped to this aspect ratio around its centre. */
  size: { width: number; height: number }
  /** x264's crf; higher where rain or rays change the entire frame at each drawing. */
  crf?: number
  card: CardStyle
  shots: Shot[]
  score(synth: Synth): void
}

export const HD = { width: 1280, height: 720 }
export const TITLE_SECONDS = 2
export const END_SECONDS = 2
