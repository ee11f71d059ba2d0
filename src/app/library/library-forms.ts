import type { Refused } from '#app/http/refused.server.ts'

/** The actions of the library's forms. */
export type LibraryIntent =
  | 'keep'
  | 'remove from later'
  | 'remove from history'
  | 'restore'
  | 'clear history'
  | 'pause history'

/** A removal that can be taken back. */
export type Removed =
  | { list: 'later'; episodeId: string }
  | { list: 'history'; episodeId: string; positionSeconds: number; watchedAt: Date }

export interface LibraryResult {
  removed: Removed | null
  refused: Refused | null
}
