/** Lines on one page of an episode's by default, and at most. */
export const LINES_PAGE = 100
export const LINES_MAX = 500
/** Characters of the lines of one text that are kept for searches, ten times the speech of ten minutes. */
export const LINES_MAX_CHARACTERS = 100_000
/** Lines of one text that are kept for searches: eight a second in ten minutes. */
export const LINES_KEPT = 5_000
/** Most episodes that a search of Explore finds by their spoken lines, besides those that it finds by their titles. */
export const LINE_MATCHES_MAX = 200

/** A line that is said in an episode, in one of its texts. Times in seconds. */
export interface SpokenLine {
  subtitleId: string
  /** BCP 47. */
  language: string
  from: number
  to: number
  text: string
}

/** A text in which lines are found, once it may be shown to everybody who may see the episode. */
export interface LinedText {
  subtitleId: string
  episodeId: string
  language: string
  /** In the order of their times. */
  lines: readonly Pick<SpokenLine, 'from' | 'to' | 'text'>[]
}

/** The line by which Explore found an episode. */
export type FoundLine = Pick<SpokenLine, 'text' | 'language' | 'from'>
