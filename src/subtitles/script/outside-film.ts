import type { Cue } from '../subtitle.ts'

/** Lines that nobody sees because the film has ended before. */
export interface OutsideFilm {
  count: number
  /** Whole hours by which all lines fit when they are earlier, as with the times of a broadcast; null for none. */
  hours: number | null
}

/** @param durationSeconds of the film; null while it is not known */
export function linesOutside(cues: readonly Pick<Cue, 'from'>[], durationSeconds: number | null): OutsideFilm {
  if (durationSeconds === null) return { count: 0, hours: null }
  const count = cues.filter(({ from }) => from >= durationSeconds).length
  const starts = cues.map(({ from }) => from)
  const hours = Math.floor(starts.reduce((least, from) => Math.min(least, from), Number.POSITIVE_INFINITY) / 3600)
  const last = starts.reduce((most, from) => Math.max(most, from), 0)
  const fits = count > 0 && hours >= 1 && last - hours * 3600 < durationSeconds
  return { count, hours: fits ? hours : null }
}
