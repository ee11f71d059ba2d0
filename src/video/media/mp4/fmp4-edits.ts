import { boxesAt, boxesIn, flagsOf, type Mp4Box } from './fmp4-boxes.ts'

/** Size and type precede a box's content. */
const BOX_HEADER_BYTES = 8

/** `elst`: ticks of a track that its first entry skips. -1 is an empty edit, of which our files have none. */
export function hiddenTicks(init: DataView, track: Mp4Box[]): number {
  const [list] = boxesAt(init, ['edts', 'elst'], track)
  if (!list || init.getUint32(list.start + 4) === 0) return 0
  const isLong = flagsOf(init, list).version === 1
  const startTicks = isLong ? Number(init.getBigInt64(list.start + 16)) : init.getInt32(list.start + 12)
  return Math.max(0, startTicks)
}

/**
 * Removes edit lists that skip nothing from an init segment. ffmpeg writes none for a track without packets, and every
 * part of a rendition needs the same init segment. May change the given bytes.
 */
export function withoutNoopEdits(init: Buffer): Buffer {
  const view = new DataView(init.buffer, init.byteOffset, init.byteLength)
  const [moov] = boxesAt(view, ['moov'])
  if (!moov) return init
  const noopEdits = boxesAt(view, ['moov', 'trak']).flatMap((track) => {
    const inside = boxesIn(view, track.start, track.end)
    if (hiddenTicks(view, inside) > 0) return []
    return boxesAt(view, ['edts'], inside).map((edits) => ({ track, edits }))
  })
  for (const { track, edits } of noopEdits) for (const each of [moov, track]) shorten(view, each, edits)
  const cuts = [0, ...noopEdits.flatMap(({ edits }) => [edits.start - BOX_HEADER_BYTES, edits.end]), init.length]
  return Buffer.concat(cuts.flatMap((from, index) => (index % 2 === 0 ? [init.subarray(from, cuts[index + 1])] : [])))
}

/** Shortens a box by the bytes of a box inside it. */
function shorten(view: DataView, box: Mp4Box, by: Mp4Box): void {
  const at = box.start - BOX_HEADER_BYTES
  view.setUint32(at, view.getUint32(at) - (by.end - by.start + BOX_HEADER_BYTES))
}
