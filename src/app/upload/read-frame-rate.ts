import { boxesAt, boxesIn, flagsOf, typeAt } from '#video/media/mp4/fmp4-boxes.ts'

/** Longest index that is read: those of ten minutes are far shorter. */
const INDEX_MAX_BYTES = 32 * 1024 * 1024
const BOX_HEADER_BYTES = 8

/**
 * The frames per second of an MP4 or QuickTime file, from its index; null for other files, and where they are not
 * steady or not in the index.
 */
export async function readFrameRate(file: Blob): Promise<number | null> {
  try {
    const index = await readIndex(file)
    return index && frameRateOf(index)
  } catch {
    // An index that ends early or contradicts itself is for the server to judge.
    return null
  }
}

/** The content of the `moov` box; null without one. */
async function readIndex(file: Blob): Promise<DataView | null> {
  for (let at = 0; at + BOX_HEADER_BYTES <= file.size; ) {
    const head = new DataView(await file.slice(at, at + 16).arrayBuffer())
    const short = head.getUint32(0)
    const isLong = short === 1
    const size = isLong ? Number(head.getBigUint64(8)) : short === 0 ? file.size - at : short
    if (size < BOX_HEADER_BYTES) return null
    if (typeAt(head, 4) === 'moov') {
      if (size > INDEX_MAX_BYTES) return null
      return new DataView(await file.slice(at + (isLong ? 16 : BOX_HEADER_BYTES), at + size).arrayBuffer())
    }
    at += size
  }
  return null
}

function frameRateOf(index: DataView): number | null {
  for (const track of boxesAt(index, ['trak'])) {
    const inside = boxesIn(index, track.start, track.end)
    const [handler] = boxesAt(index, ['mdia', 'hdlr'], inside)
    if (!handler || typeAt(index, handler.start + 8) !== 'vide') continue
    const [header] = boxesAt(index, ['mdia', 'mdhd'], inside)
    const [times] = boxesAt(index, ['mdia', 'minf', 'stbl', 'stts'], inside)
    if (!header || !times) return null
    // Version 1 has times of 64 bits before it.
    const unitsPerSecond = index.getUint32(header.start + (flagsOf(index, header).version === 1 ? 20 : 12))
    return steadyRate(
      new DataView(index.buffer, index.byteOffset + times.start, times.end - times.start),
      unitsPerSecond,
    )
  }
  return null
}

/** The rate of frames that follow each other evenly, but for the last one; null for others. */
function steadyRate(times: DataView, unitsPerSecond: number): number | null {
  const entries = Array.from({ length: times.getUint32(4) }, (_, at) => ({
    count: times.getUint32(8 + at * 8),
    units: times.getUint32(12 + at * 8),
  }))
  if (entries.at(-1)?.count === 1) entries.pop()
  const frames = entries.reduce((sum, { count }) => sum + count, 0)
  const mean = entries.reduce((sum, { count, units }) => sum + count * units, 0) / frames
  // Coarse units alternate between two neighbours.
  const isSteady = frames > 0 && mean > 0 && entries.every(({ units }) => Math.abs(units - mean) <= 1)
  return isSteady ? unitsPerSecond / mean : null
}
