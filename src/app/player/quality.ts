/** A rendition that a viewer can choose. */
export interface Quality {
  /** Pixels of its shorter side: 720 for 720p, however the picture stands. */
  lines: number
  /** On average, with audio. */
  bitsPerSecond: number
}

/** The fields that are read of a level of hls.js. */
interface Level {
  width: number
  height: number
  averageBitrate: number
}

const STORAGE_KEY = 'hoshi.quality'

/** The renditions of a playlist, the largest first; of several with the same size, the best one. */
export function qualitiesOf(levels: readonly Level[]): Quality[] {
  const byLines = new Map<number, Quality>()
  for (const { width, height, averageBitrate } of levels) {
    const lines = Math.min(width, height)
    const known = byLines.get(lines)?.bitsPerSecond ?? 0
    if (lines > 0 && averageBitrate > known) byLines.set(lines, { lines, bitsPerSecond: averageBitrate })
  }
  return [...byLines.values()].sort((one, other) => other.lines - one.lines)
}

/**
 * The quality with this many lines, or the nearest smaller one: the choice for another video may be missing in
 * this one. The smallest where all are larger; undefined where there is none.
 */
export function nearestQuality(qualities: readonly Quality[], lines: number): Quality | undefined {
  return qualities.find((quality) => quality.lines <= lines) ?? qualities.at(-1)
}

/** The index of the level of the nearest quality; -1 where there is none. */
export function levelOf(levels: readonly Level[], lines: number): number {
  const wanted = nearestQuality(qualitiesOf(levels), lines)
  return levels.findIndex(
    ({ width, height, averageBitrate }) =>
      Math.min(width, height) === wanted?.lines && averageBitrate === wanted.bitsPerSecond,
  )
}

/** The next smaller quality than the one that is shown; undefined where there is none. */
export function smallerThan(qualities: readonly Quality[], lines: number | null): Quality | undefined {
  return lines === null ? undefined : qualities.find((quality) => quality.lines < lines)
}

/** 2_812_000 → '2.8 Mbit/s'. */
export function formatBitRate(bitsPerSecond: number): string {
  return `${Math.max(0.1, bitsPerSecond / 1_000_000).toFixed(1)} Mbit/s`
}

/** Reads a stored quality, which any script or extension may have written; null for automatic. */
export function parseQuality(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null
}

/** The quality that was chosen in this tab; null for automatic. */
export function readQuality(): number | null {
  try {
    return parseQuality(sessionStorage.getItem(STORAGE_KEY))
  } catch {
    return null
  }
}

/** Remembers the choice for this tab; without storage for this video only. */
export function rememberQuality(lines: number | null): void {
  try {
    if (lines === null) sessionStorage.removeItem(STORAGE_KEY)
    else sessionStorage.setItem(STORAGE_KEY, String(lines))
  } catch {
    // Private windows of some browsers have no storage.
  }
}
