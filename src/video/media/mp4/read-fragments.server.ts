import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { addFragment, type TrackInfo, type TrackTotals } from './fmp4-tracks.ts'

/** A fragment's index is some bytes a sample; a larger one is not ours. */
const MAX_FRAGMENT_BYTES = 4 * 1024 * 1024
const READ_AHEAD_BYTES = 4096

/**
 * Adds up the samples of a segment from the indexes of its fragments, without reading the media itself. A segment whose
 * boxes do not fill it exactly is broken.
 *
 * @returns sums by track id; null when the segment is broken
 */
export async function readFragments(
  dir: string,
  segment: string,
  tracks: TrackInfo[],
): Promise<Map<number, TrackTotals> | null> {
  const totals = new Map<number, TrackTotals>()
  const file = await open(join(dir, segment))
  try {
    return (await addSegment(file, tracks, totals)) ? totals : null
  } finally {
    await file.close()
  }
}

async function addSegment(file: FileHandle, tracks: TrackInfo[], totals: Map<number, TrackTotals>): Promise<boolean> {
  const { size } = await file.stat()
  const read = createReader(file, size)
  let at = 0
  while (at + 8 <= size) {
    const head = await read(at, 8)
    const length = head.getUint32(0)
    const isFragment = head.getUint32(4) === 0x6d6f6f66 // 'moof'
    if (length < 8 || at + length > size || (isFragment && length > MAX_FRAGMENT_BYTES)) return false
    if (isFragment) addFragment(await read(at + 8, length - 8), tracks, totals)
    at += length
  }
  return at === size
}

/** Reads a little more than requested: the index of a fragment is between two boxes that are requested as well. */
function createReader(file: FileHandle, size: number): (position: number, length: number) => Promise<DataView> {
  let from = 0
  let window: DataView = new DataView(new ArrayBuffer(0))
  return async (position, length) => {
    if (position < from || position + length > from + window.byteLength) {
      from = position
      window = await readAt(file, position, Math.min(Math.max(length, READ_AHEAD_BYTES), size - position))
    }
    return new DataView(window.buffer, position - from, length)
  }
}

/** Reads bytes at a position of a file. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<DataView> {
  const bytes = new Uint8Array(length)
  await file.read(bytes, 0, length, position)
  return new DataView(bytes.buffer)
}
