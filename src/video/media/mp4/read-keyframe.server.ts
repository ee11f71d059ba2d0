import { type AvcTrack, hexOf } from './avc-samples.ts'

/** Reads bytes at a position of a segment. */
export type ReadAt = (position: number, length: number) => Promise<DataView>

/** Types of the units of a picture (ITU-T H.264, table 7-1). */
const FIRST_SLICE = 1
const LAST_SLICE = 5
const INSTANT_REFRESH = 5
const SEQUENCE_PARAMETERS = 7
/** Units before the first slice: parameters and messages. Real pictures have a handful. */
const MAX_UNITS = 64
const MAX_PARAMETER_BYTES = 1024

/**
 * Looks at a picture that is marked as decodable alone: whether it really is, and needs no parameters but the track's. A
 * recovery point is not: the pictures after it may depend on pictures before it.
 *
 * @returns what is wrong with it, or null
 */
export async function keyframeFault(
  read: ReadAt,
  { at, sizeBytes }: { at: number; sizeBytes: number },
  { lengthBytes, parameterSets }: AvcTrack,
): Promise<string | null> {
  const end = at + sizeBytes
  let unit = at
  for (let count = 0; count < MAX_UNITS && unit + lengthBytes + 1 <= end; count++) {
    const head = await read(unit, lengthBytes + 1)
    const length = lengthOf(head, lengthBytes)
    const start = unit + lengthBytes
    if (length === 0 || start + length > end) break
    const type = head.getUint8(lengthBytes) & 0x1f
    if (type === SEQUENCE_PARAMETERS) {
      const bytes = Math.min(length, MAX_PARAMETER_BYTES)
      if (!parameterSets.includes(hexOf(await read(start, bytes), 0, bytes)))
        return 'the picture changes its parameters'
    }
    if (type >= FIRST_SLICE && type <= LAST_SLICE)
      return type === INSTANT_REFRESH ? null : 'a keyframe needs earlier frames'
    unit = start + length
  }
  return 'a keyframe without a picture'
}

function lengthOf(head: DataView, bytes: number): number {
  let length = 0
  for (let at = 0; at < bytes; at++) length = length * 256 + head.getUint8(at)
  return length
}
