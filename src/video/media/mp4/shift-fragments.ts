import { boxesAt, boxesIn, flagsOf, type Mp4Box } from './fmp4-boxes.ts'

/**
 * Shifts a segment that was written as if its part were the entire video to its position in it: times of each track in
 * its own ticks, by track id. Changes the bytes in place.
 */
export function shiftFragments(segment: DataView, ticksByTrack: Map<number, number>, sequenceFrom: number): void {
  for (const box of boxesIn(segment)) {
    if (box.type !== 'moof') continue
    const inside = boxesIn(segment, box.start, box.end)
    for (const header of boxesAt(segment, ['mfhd'], inside)) {
      segment.setUint32(header.start + 4, segment.getUint32(header.start + 4) + sequenceFrom)
    }
    for (const traf of inside.filter(({ type }) => type === 'traf')) {
      const fields = boxesIn(segment, traf.start, traf.end)
      const [header] = boxesAt(segment, ['tfhd'], fields)
      const ticks = header && ticksByTrack.get(segment.getUint32(header.start + 4))
      for (const time of boxesAt(segment, ['tfdt'], fields)) shiftTime(segment, time, ticks)
    }
  }
}

/** Adds to a time that takes 64 bits in version 1 of its box and 32 bits in version 0. */
function shiftTime(segment: DataView, box: Mp4Box, ticks: number | undefined): void {
  if (ticks === undefined) return
  const at = box.start + 4
  if (flagsOf(segment, box).version === 1) segment.setBigUint64(at, segment.getBigUint64(at) + BigInt(ticks))
  else segment.setUint32(at, segment.getUint32(at) + ticks)
}
