/** How much a frame differs from the one before, 0 to 1. */
export interface SceneChange {
  atSeconds: number
  score: number
}

/** From this score on a change is a cut, as in ffmpeg. Motion counts in full, a cut for no more than this. */
const CUT_SCORE = 0.3
/** Titles and credits are no preview. */
const EDGE_SECONDS = 4
/** A clip begins with a cut that is at most this far ahead. */
const CUT_WITHIN_SECONDS = 3

/** Reads the output of ffmpeg's `metadata=print` after `select='gte(scene,0)'`. */
export function parseSceneChanges(text: string): SceneChange[] {
  const found = text.matchAll(/pts_time:([\d.]+)\s+lavfi\.scene_score=([\d.]+)/g)
  return Array.from(found, ([, at, score]) => ({ atSeconds: Number(at), score: Number(score) }))
}

/** A range in seconds. */
interface Span {
  from: number
  to: number
}

/**
 * Start of the clip with the most motion: not in the first or last seconds if the length allows, and with a cut if
 * one is near.
 * @param avoided ranges to stay out of where there is room beside them
 * @returns seconds from the beginning; 0 when the video is not longer than the clip
 */
export function findPreviewStart(
  changes: readonly SceneChange[],
  durationSeconds: number,
  clipSeconds: number,
  avoided: readonly Span[] = [],
): number {
  const slack = durationSeconds - clipSeconds
  if (slack <= 0) return 0
  const edge = Math.min(EDGE_SECONDS, slack / 2)
  const latest = slack - edge
  const candidate = (start: number) => ({
    start,
    motion: motionIn(changes, start, clipSeconds),
    avoided: overlapOf(avoided, { from: start, to: start + clipSeconds }),
  })
  let best = candidate(edge)
  for (const { atSeconds: start } of changes) {
    if (start < edge || start > latest) continue
    const found = candidate(start)
    if (found.avoided < best.avoided || (found.avoided === best.avoided && found.motion > best.motion)) best = found
  }
  const cut = changes.find(
    ({ atSeconds, score }) =>
      score >= CUT_SCORE &&
      atSeconds >= best.start &&
      atSeconds <= Math.min(latest, best.start + CUT_WITHIN_SECONDS) &&
      candidate(atSeconds).avoided <= best.avoided,
  )
  return cut?.atSeconds ?? best.start
}

/** Seconds of a range that lie in any of these. */
export function overlapOf(spans: readonly Span[], { from, to }: Span): number {
  return spans.reduce((sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0)
}

function motionIn(changes: readonly SceneChange[], start: number, clipSeconds: number): number {
  let sum = 0
  for (const { atSeconds, score } of changes) {
    if (atSeconds > start && atSeconds <= start + clipSeconds) sum += Math.min(score, CUT_SCORE)
  }
  return sum
}
