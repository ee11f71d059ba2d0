/** A dragged end of a loop goes to a cut that is at most so many frames away. */
const SNAP_FRAMES = 3

/**
 * The frame at which a dragged end of a loop stays: the first of a shot for its start, the last one before a cut for its end.
 * @param cuts first frames of shots, in order
 */
export function snapToCut(end: 'from' | 'to', frame: number, cuts: readonly number[]): number {
  const edges = end === 'from' ? cuts : cuts.map((cut) => cut - 1)
  const near = edges.filter((edge) => Math.abs(edge - frame) <= SNAP_FRAMES)
  return near.sort((one, other) => Math.abs(one - frame) - Math.abs(other - frame))[0] ?? frame
}
