import { typeAt } from './fmp4-boxes.ts'

/** More boxes stand before the index in no file that is worth the search. */
const MAX_BOXES_BEFORE = 16
/** Ten minutes of picture and sound take half a megabyte. */
const MAX_INDEX_BYTES = 2 * 1024 * 1024

/** Gives bytes from a place of a file; null ends the search. */
export type ReadBytes = (position: number, length: number) => Promise<DataView | null>

/**
 * The index of an MP4 (`moov`, the box as a whole) when it stands before the media, so that the file can be read from the
 * first byte on; null when it does not.
 */
export async function indexInFront(read: ReadBytes): Promise<DataView | null> {
  let at = 0
  for (let box = 0; box < MAX_BOXES_BEFORE; box += 1) {
    const head = await read(at, 8)
    if (head === null) return null
    const [size, type] = [head.getUint32(0), typeAt(head, 4)]
    if (type === 'mdat' || size < 8 || (at === 0 && type !== 'ftyp')) return null
    if (type === 'moov') return size > MAX_INDEX_BYTES ? null : await read(at, size)
    at += size
  }
  return null
}
