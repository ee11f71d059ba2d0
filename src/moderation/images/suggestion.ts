import type { Scores } from './image-moderation.ts'

/** A classified picture of an episode. */
export interface ClassifiedPicture {
  /** Time of the frame; null for the poster. */
  atSeconds: number | null
  scores: Scores
}

/** The picture that comes nearest to a threshold, or exceeds it the most. */
export interface Suggestion {
  class: string
  score: number
  atSeconds: number | null
  /** Whether the score reaches the threshold of its class. */
  isFlagged: boolean
}

/**
 * The suggestion of the pictures of an episode: the class with the highest score in relation to its threshold, since
 * 0.7 with a threshold of 0.6 is more than 0.75 with one of 0.8. The first of equal ones wins. Null without scores.
 */
export function suggestionOf(pictures: readonly ClassifiedPicture[], thresholds: Scores): Suggestion | null {
  let best: Suggestion | null = null
  let bestRatio = Number.NEGATIVE_INFINITY
  for (const { atSeconds, scores } of pictures) {
    for (const [name, threshold] of Object.entries(thresholds)) {
      const score = scores[name] ?? 0
      if (score / threshold <= bestRatio) continue
      bestRatio = score / threshold
      best = { class: name, score, atSeconds, isFlagged: score >= threshold }
    }
  }
  return best
}
