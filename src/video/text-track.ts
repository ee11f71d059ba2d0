/** A text that plays with a video: its description in the playlist, and its cues. */
export interface TextTrack {
  /** Opaque; the same for the same text with the same name. */
  source: string
  /** BCP 47. */
  language: string
  /** Shown in the menus of players; a second one of the same name gets a number. */
  name: string
  kind: 'subtitles' | 'captions' | 'signs'
  /** A WebVTT file. */
  vtt: string
}
