import { boxesAt, boxesIn, flagsOf, type Mp4Box } from './fmp4-boxes.ts'

/** Size and type stand in front of a box's content. */
const BOX_HEADER_BYTES = 8

/** `elst`: how many ticks of a track its first entry leaves out. -1 there is a wait, of which ours have none. */
export function hiddenTicks(init: DataView, track: Mp4Box[]): number {
  const [list] = boxesAt(init, ['edts', 'elst'], track)
  if (!list || init.getUint32(list.start + 4) === 0) return 0
  const isLong = flagsOf(init, list).version === 1
  const begins = isLong ? Number(init.getBigInt64(list.start + 16)) : init.getInt32(list.start + 12)
  return Math.max(0, begins)
}

/**
 * An init segment without edit lists that leave nothing out. ffmpeg writes none for a track that has no packets, and every
 * part of a rendition has to have the same init segment. The bytes that are given may be changed.
 */
export function withoutIdleEdits(init: Buffer): Buffer {
  const view = new DataView(init.buffer, init.byteOffset, init.byteLength)
  const [setup] = boxesAt(view, ['moov'])
  if (!setup) return init
  const idle = boxesAt(view, ['moov', 'trak']).flatMap((track) => {
    const inside = boxesIn(view, track.start, track.end)
    if (hiddenTicks(view, inside) > 0) return []
    return boxesAt(view, ['edts'], inside).map((edits) => ({ track, edits }))
  })
  for (const { track, edits } of idle) for (const each of [setup, track]) shorten(view, each, edits)
  const cuts = [0, ...idle.flatMap(({ edits }) => [edits.start - BOX_HEADER_BYTES, edits.end]), init.length]
  return Buffer.concat(cuts.flatMap((from, place) => (place % 2 === 0 ? [init.subarray(from, cuts[place + 1])] : [])))
}

/** By the bytes of a box inside it. */
function shorten(view: DataView, box: Mp4Box, by: Mp4Box): void {
  const at = box.start - BOX_HEADER_BYTES
  view.setUint32(at, view.getUint32(at) - (by.end - by.start + BOX_HEADER_BYTES))
}
