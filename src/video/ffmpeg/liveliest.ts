/** How much a picture differs from the one before, 0 to 1. */
export interface Change {
  atSeconds: number
  score: number
}

/** From here on a change is a cut: ffmpeg's own habit. Motion counts for what it is, a cut for no more than this. */
const CUT_SCORE = 0.3
/** Titles and credits are no preview. */
const EDGE_SECONDS = 4
/** A clip waits so long for the cut with which it begins. */
const CUT_WITHIN_SECONDS = 3

/** Reads what ffmpeg's `metadata=print` says after `select='gte(scene,0)'`. */
export function readChanges(text: string): Change[] {
  const found = text.matchAll(/pts_time:([\d.]+)\s+lavfi\.scene_score=([\d.]+)/g)
  return Array.from(found, ([, at, score]) => ({ atSeconds: Number(at), score: Number(score) }))
}

/**
 * Where a clip begins that shows the most movement: not in the first or last seconds if there is room, and with a cut if
 * there is one near.
 * @returns seconds from the beginning; 0 when the video is not longer than the clip
 */
export function liveliestStart(changes: readonly Change[], durationSeconds: number, clipSeconds: number): number {
  const room = durationSeconds - clipSeconds
  if (room <= 0) return 0
  const edge = Math.min(EDGE_SECONDS, room / 2)
  const latest = room - edge
  let best = { start: edge, motion: motionIn(changes, edge, clipSeconds) }
  for (const { atSeconds: start } of changes) {
    if (start < edge || start > latest) continue
    const motion = motionIn(changes, start, clipSeconds)
    if (motion > best.motion) best = { start, motion }
  }
  const cut = changes.find(
    ({ atSeconds, score }) =>
      score >= CUT_SCORE && atSeconds >= best.start && atSeconds <= Math.min(latest, best.start + CUT_WITHIN_SECONDS),
  )
  return cut?.atSeconds ?? best.start
}

function motionIn(changes: readonly Change[], start: number, clipSeconds: number): number {
  let sum = 0
  for (const { atSeconds, score } of changes) {
    if (atSeconds > start && atSeconds <= start + clipSeconds) sum += Math.min(score, CUT_SCORE)
  }
  return sum
}
