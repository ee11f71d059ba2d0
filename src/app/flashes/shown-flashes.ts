import type { FlashRange } from '#app/player/flash-phase.ts'

/** Where an episode flashes, and the words about it, as pages get them. */
export interface ShownFlashes {
  /** By their beginning; empty where nothing flashes. */
  spans: FlashRange[]
  /** 'Flashing lights in 3 places: more than three flashes per second, 22 seconds in total.', and why that matters. */
  summary: string
  /** Places that flash: spans that overlap are one place. */
  places: { from: number; length: string; kind: string }[]
  /** The effect of dimming, as a sentence. */
  dimming: string
}

export const noFlashes: ShownFlashes = { spans: [], summary: '', places: [], dimming: '' }
