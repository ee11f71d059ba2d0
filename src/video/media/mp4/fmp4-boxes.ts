/** One box of an MP4 file (ISO 14496-12): its type and the byte range of its content. */
export interface Mp4Box {
  type: string
  start: number
  end: number
}

/** No real file has more side by side. */
const MAX_BOXES = 500

/** The boxes side by side in a range of bytes; stops at the first that exceeds it. */
export function boxesIn(bytes: DataView, from = 0, to = bytes.byteLength): Mp4Box[] {
  const boxes: Mp4Box[] = []
  for (let at = from; at + 8 <= to && boxes.length < MAX_BOXES; ) {
    const size = bytes.getUint32(at)
    const end = at + size
    if (size < 8 || end > to) break
    boxes.push({ type: typeAt(bytes, at + 4), start: at + 8, end })
    at = end
  }
  return boxes
}

/** Follows a path of types downwards and returns every box at its end. */
export function boxesAt(bytes: DataView, path: string[], within: Mp4Box[] = boxesIn(bytes)): Mp4Box[] {
  const [type, ...deeper] = path
  const found = within.filter((box) => box.type === type)
  if (deeper.length === 0) return found
  return found.flatMap((box) => boxesAt(bytes, deeper, boxesIn(bytes, box.start, box.end)))
}

export function typeAt(bytes: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((step) => bytes.getUint8(at + step)))
}

/** Version and flags of a full box, which precede its fields. */
export function flagsOf(bytes: DataView, box: Mp4Box): { version: number; flags: number } {
  const versionAndFlags = bytes.getUint32(box.start)
  return { version: versionAndFlags >>> 24, flags: versionAndFlags & 0xffffff }
}
