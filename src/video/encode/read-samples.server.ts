import { ObjectMissing, type ObjectStorage, type OpenObject } from '#platform/storage.server.ts'
import { addSamples, type SampleTable } from '../media/mp4/sample-table.ts'

/** A fragment's index is some bytes a sample; a larger one is not ours. */
const MAX_FRAGMENT_BYTES = 4 * 1024 * 1024
/** Most segments are read at once: on another machine's storage each read is a request. */
const WINDOW_BYTES = 2 * 1024 * 1024

/**
 * Adds the samples that a stored segment lists to the tables.
 *
 * @param at position of the segment, in bytes from the first one on
 * @returns its size in bytes
 * @throws ObjectMissing; Error for a segment whose boxes do not fill it
 */
export async function readSamples(
  storage: Pick<ObjectStorage, 'open'>,
  key: string,
  { init, tables, at }: { init: DataView; tables: Map<number, SampleTable>; at: number },
): Promise<number> {
  const segment = await storage.open(key)
  if (!segment) throw new ObjectMissing(key)
  try {
    const read = windowOf(segment)
    let from = 0
    while (from + 8 <= segment.sizeBytes) {
      const head = await read(from, 8)
      const length = head.getUint32(0)
      const isFragment = head.getUint32(4) === 0x6d6f6f66 // 'moof'
      if (length < 8 || from + length > segment.sizeBytes || (isFragment && length > MAX_FRAGMENT_BYTES)) break
      if (isFragment) addSamples(init, await read(from + 8, length - 8), at + from, tables)
      from += length
    }
    if (from !== segment.sizeBytes) throw new Error(`The boxes of ${key} do not fill it.`)
    return from
  } finally {
    await segment.close()
  }
}

/** Reads short parts of an object from a window that moves over it. */
function windowOf(object: OpenObject): (position: number, length: number) => Promise<DataView> {
  let window = Buffer.alloc(0)
  let from = 0
  return async (position, length) => {
    if (position < from || position + length > from + window.length) {
      window = Buffer.alloc(Math.min(Math.max(length, WINDOW_BYTES), object.sizeBytes - position))
      from = position
      for (let filled = 0; filled < window.length; ) {
        const count = await object.readInto(window.subarray(filled), window.length - filled, from + filled)
        if (count === 0) throw new Error('The object is shorter than its size.')
        filled += count
      }
    }
    return new DataView(window.buffer, window.byteOffset + position - from, length)
  }
}
