// Places notes in lanes over the picture, by the time of the video alone, so that seeking shows the same picture.

/** Lanes over the picture, as in notes.css. */
export const LANES = 3
/** How long a note stays at the normal speed. */
export const NOTE_SECONDS = 5
/** Notes that stand at once where nothing may move. */
export const STANDING_LANES = 2

/** A note at its time in the video, in seconds. */
export interface TimedNote {
  id: string
  at: number
  /** Gets its place before all others. */
  isPinned: boolean
  /** Gets its place before those of others. */
  isOwn: boolean
}

export interface PlacedNote<Note extends TimedNote> {
  note: Note
  /** Number of the lane; 0 is the highest. */
  lane: number
  from: number
  to: number
}

/**
 * Assigns each note a lane, in the order of their times. A lane has one note at a time, so that no two meet, whatever
 * their lengths; a note without a free lane is left out.
 * @param notes in the order of their times
 * @param seconds how long each stays
 */
export function placeNotes<Note extends TimedNote>(
  notes: readonly Note[],
  { lanes, seconds }: { lanes: number; seconds: number },
): PlacedNote<Note>[] {
  const byLane: PlacedNote<Note>[][] = Array.from({ length: lanes }, () => [])
  const isFirst = ({ isPinned, isOwn }: Note) => (isPinned ? 0 : isOwn ? 1 : 2)
  for (const turn of [0, 1, 2]) {
    for (const note of notes) {
      if (isFirst(note) !== turn) continue
      const span = { from: note.at, to: note.at + seconds }
      const lane = byLane.findIndex((placed) => isFree(placed, span))
      if (lane !== -1) insert(byLane[lane]!, { note, lane, ...span })
    }
  }
  return byLane.flat().sort((a, b) => a.from - b.from || a.lane - b.lane)
}

/** Notes that are over the picture at a time, or will be within `ahead` seconds. */
export function placedAt<Note extends TimedNote>(
  placed: readonly PlacedNote<Note>[],
  seconds: number,
  ahead = 0,
): PlacedNote<Note>[] {
  return placed.filter(({ from, to }) => from <= seconds + ahead && seconds < to)
}

type Span = Pick<PlacedNote<TimedNote>, 'from' | 'to'>

/** Whether nothing in the lane is shown during this time. */
function isFree(placed: readonly Span[], { from, to }: Span): boolean {
  const next = firstEndingAfter(placed, from)
  return next === placed.length || placed[next]!.from >= to
}

function insert<Placed extends Span>(placed: Placed[], added: Placed): void {
  placed.splice(firstEndingAfter(placed, added.from), 0, added)
}

/** Place of the first one that ends after a time. They are in order, and none overlaps another. */
function firstEndingAfter(placed: readonly Span[], seconds: number): number {
  let [low, high] = [0, placed.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (placed[middle]!.to <= seconds) low = middle + 1
    else high = middle
  }
  return low
}

/** The number of notes that begin in each of so many equal parts of the video. */
export function densityOf(times: readonly number[], durationSeconds: number, parts: number): number[] {
  const counts = Array.from({ length: parts }, () => 0)
  if (durationSeconds <= 0) return counts
  for (const at of times) {
    const part = Math.min(parts - 1, Math.floor((at / durationSeconds) * parts))
    counts[part] = (counts[part] ?? 0) + 1
  }
  return counts
}
