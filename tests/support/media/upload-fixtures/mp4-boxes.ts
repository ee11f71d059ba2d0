/** An MP4 box: its own bytes, or its child boxes. */
export interface Box {
  type: string
  body: Buffer
  boxes: Box[]
}

const containerTypes = ['moov', 'trak', 'edts', 'mdia', 'minf', 'dinf', 'stbl']

/** Reads boxes with 32-bit sizes, as ffmpeg writes small files. */
export function readBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const body = bytes.subarray(at + 8, at + size)
    boxes.push(
      containerTypes.includes(type)
        ? { type, body: Buffer.alloc(0), boxes: readBoxes(body) }
        : { type, body, boxes: [] },
    )
    at += size
  }
  return boxes
}

export function writeBoxes(boxes: Box[]): Buffer {
  return Buffer.concat(
    boxes.map((each) => box(each.type, each.body, ...each.boxes.map((inner) => writeBoxes([inner])))),
  )
}

/** A box around some bytes. */
export function box(type: string, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([uint32s(body.length + 8), Buffer.from(type, 'latin1'), body])
}

/** 32-bit numbers, as most fields of a box are. */
export function uint32s(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, index * 4)
  return bytes
}

/** A `DataView` of these bytes, which are not copied. */
export function dataViewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Every box of a kind, at any depth. */
export function boxesOf(boxes: Box[], type: string): Box[] {
  return boxes.flatMap((each) => [...(each.type === type ? [each] : []), ...boxesOf(each.boxes, type)])
}

/**
 * An MP4 with a changed index. The index is last: its size may change without moving the data.
 * @param bytes of a file with the index at its end
 */
export function editMoov(bytes: Buffer, change: (moov: Box, all: Box[]) => void): Buffer {
  const all = readBoxes(bytes)
  const [moov] = boxesOf(all, 'moov')
  if (!moov) throw new Error('No index in this file.')
  change(moov, all)
  return writeBoxes(all)
}

/** Puts an edit list into every track. Each entry: duration in the movie's ticks, start in the track's ticks. */
export function setEdits(moov: Box, edits: [shown: number, from: number][]): void {
  const body = Buffer.concat([uint32s(0, edits.length), ...edits.map(([shown, from]) => uint32s(shown, from, 0x10000))])
  for (const trak of boxesOf([moov], 'trak')) {
    trak.boxes = trak.boxes.filter(({ type }) => type !== 'edts')
    trak.boxes.splice(1, 0, { type: 'edts', body: Buffer.alloc(0), boxes: [{ type: 'elst', body, boxes: [] }] })
  }
}
