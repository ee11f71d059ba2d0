import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { type AvcTrack, markedSamples } from './avc-samples.ts'
import { addFragment, type TrackInfo, type TrackTotals } from './fmp4-tracks.ts'
import { keyframeFault, type ReadAt } from './read-keyframe.server.ts'

/** A fragment's index is some bytes a sample; a larger one is not ours. */
const MAX_FRAGMENT_BYTES = 4 * 1024 * 1024
const READ_AHEAD_BYTES = 4096

/**
 * Adds up the samples of a segment from the indexes of its fragments, without reading the media itself. A segment whose
 * boxes do not fill it exactly is broken.
 *
 * @param avc looks at the beginning of each keyframe of this track, too
 * @returns sums by track id; the fault of a broken segment
 */
export async function readFragments(
  dir: string,
  segment: string,
  tracks: TrackInfo[],
  avc: AvcTrack | null = null,
): Promise<{ totals: Map<number, TrackTotals> } | { fault: string }> {
  const totals = new Map<number, TrackTotals>()
  const file = await open(join(dir, segment))
  try {
    const fault = await addSegment(file, tracks, totals, avc)
    return fault === null ? { totals } : { fault }
  } finally {
    await file.close()
  }
}

const INCOMPLETE = 'a segment is incomplete'

/** @returns what is wrong, or null */
async function addSegment(
  file: FileHandle,
  tracks: TrackInfo[],
  totals: Map<number, TrackTotals>,
  avc: AvcTrack | null,
): Promise<string | null> {
  const { size } = await file.stat()
  const read = createReader(file, size)
  let at = 0
  while (at + 8 <= size) {
    const head = await read(at, 8)
    const length = head.getUint32(0)
    const isFragment = head.getUint32(4) === 0x6d6f6f66 // 'moof'
    if (length < 8 || at + length > size || (isFragment && length > MAX_FRAGMENT_BYTES)) return INCOMPLETE
    if (isFragment) {
      const fragment = await read(at + 8, length - 8)
      addFragment(fragment, tracks, totals)
      for (const sample of avc ? markedSamples(fragment, avc) : []) {
        const picture = { at: at + sample.at, sizeBytes: Math.min(sample.sizeBytes, size - at - sample.at) }
        const fault = avc && (await keyframeFault(read, picture, avc))
        if (fault) return fault
      }
    }
    at += length
  }
  return at === size ? null : INCOMPLETE
}

/** Reads a little more than requested: the index of a fragment is between two boxes that are requested as well. */
function createReader(file: FileHandle, size: number): ReadAt {
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
