import { typeAt } from './fmp4-boxes.ts'

/** More boxes stand before the index in no file that is worth the search. */
const MAX_BOXES_BEFORE = 16

/**
 * Whether the index of an MP4 (`moov`) stands before its media, so that it can be read from the first byte on. Asked for
 * the eight bytes at the start of each box; null from `headAt` ends the search.
 */
export async function hasIndexInFront(headAt: (position: number) => Promise<DataView | null>): Promise<boolean> {
  let at = 0
  for (let box = 0; box < MAX_BOXES_BEFORE; box += 1) {
    const head = await headAt(at)
    if (head === null) return false
    const [size, type] = [head.getUint32(0), typeAt(head, 4)]
    if (at === 0 && type !== 'ftyp') return false
    if (type === 'moov') return true
    if (type === 'mdat' || size < 8) return false
    at += size
  }
  return false
}
