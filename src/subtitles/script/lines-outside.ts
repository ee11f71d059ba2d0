import type { Cue } from '../subtitle.ts'

/** Lines that are never shown because the video ends before them. */
export interface LinesOutside {
  count: number
  /** Whole hours to move all lines earlier so that they fit, as with the times of a broadcast; null when none help. */
  hours: number | null
}

/** @param durationSeconds of the video; null while it is not known */
export function linesOutside(cues: readonly Pick<Cue, 'from'>[], durationSeconds: number | null): LinesOutside {
  if (durationSeconds === null) return { count: 0, hours: null }
  const count = cues.filter(({ from }) => from >= durationSeconds).length
  const starts = cues.map(({ from }) => from)
  const hours = Math.floor(starts.reduce((least, from) => Math.min(least, from), Number.POSITIVE_INFINITY) / 3600)
  const last = starts.reduce((most, from) => Math.max(most, from), 0)
  const fits = count > 0 && hours >= 1 && last - hours * 3600 < durationSeconds
  return { count, hours: fits ? hours : null }
}
