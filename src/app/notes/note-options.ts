import type { FrameRate } from '#video/video.ts'

/** The episode whose notes a player shows, and its viewer. */
export interface NoteOptions {
  episodeId: string
  videoId: string
  /** Null where it is not known. */
  frameRate: FrameRate | null
  /** Whether its frames last differently long, so that `frameRate` is only an average. */
  isRateVarying: boolean
  /** The viewer's own notes get their place before others; null for a visitor. */
  viewerUid: string | null
  /** Whether the page is one of another site, where viewers have no cookies. */
  isEmbedded?: boolean
}
