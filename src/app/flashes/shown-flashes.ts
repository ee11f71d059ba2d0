import type { FlashRange } from '#app/player/flash-phase.ts'

/** Where an episode flashes, and the words about it, as pages get them. */
export interface ShownFlashes {
  /** By their beginning; empty where nothing flashes. */
  spans: FlashRange[]
  /** 'In 3 places bright light flashes faster than three times a second, 22 seconds in all.', and why that matters. */
  summary: string
  /** The same as places: spans that overlap are one. */
  places: { from: number; length: string; kind: string }[]
  /** What dimming does. */
  dimming: string
}

export const noFlashes: ShownFlashes = { spans: [], summary: '', places: [], dimming: '' }
