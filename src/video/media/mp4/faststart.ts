import { typeAt } from './fmp4-boxes.ts'

/** Files with more boxes before the index are not worth the search. */
const MAX_BOXES_BEFORE = 16
/** Ten minutes of video and audio take half a megabyte. */
const MAX_MOOV_BYTES = 2 * 1024 * 1024

/** Reads bytes at a position of a file; null ends the search. */
export type ReadBytes = (position: number, length: number) => Promise<DataView | null>

/**
 * The index of an MP4 (the complete `moov` box) when it precedes the media, so that the file can be read from the first
 * byte on; otherwise null.
 */
export async function readFaststartMoov(read: ReadBytes): Promise<DataView | null> {
  let at = 0
  for (let box = 0; box < MAX_BOXES_BEFORE; box += 1) {
    const head = await read(at, 8)
    if (head === null) return null
    const [size, type] = [head.getUint32(0), typeAt(head, 4)]
    if (type === 'mdat' || size < 8 || (at === 0 && type !== 'ftyp')) return null
    if (type === 'moov') return size > MAX_MOOV_BYTES ? null : await read(at, size)
    at += size
  }
  return null
}
