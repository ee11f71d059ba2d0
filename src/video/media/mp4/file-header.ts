import { boxesIn, flagsOf, type Mp4Box } from './fmp4-boxes.ts'
import { tracksOfInitSegment } from './fmp4-tracks.ts'
import type { SampleTable } from './sample-table.ts'

const BOX_HEADER_BYTES = 8
const HIGHEST_UINT32 = 0xffffffff

/**
 * The beginning of a rendition as one MP4 file (ISO 14496-12): everything before the bytes of its segments, which follow it
 * unchanged, as the content of one `mdat`. Its index lists every sample, so that a player seeks without reading on; the
 * indexes of the fragments between them are bytes that nothing refers to.
 *
 * @param init the init segment
 * @param mediaBytes length of all segments together
 */
export function fileHeader(init: DataView, tables: Map<number, SampleTable>, mediaBytes: number): Uint8Array {
  const moov = boxesIn(init).find(({ type }) => type === 'moov')
  if (!moov) throw new Error('The init segment has no index.')
  const ftyp = box('ftyp', text('isom'), uint32s([0x200]), text('isomiso2avc1mp41'))
  const mdat =
    mediaBytes + BOX_HEADER_BYTES > HIGHEST_UINT32
      ? [uint32s([1]), text('mdat'), uint64(mediaBytes + 2 * BOX_HEADER_BYTES)]
      : [uint32s([mediaBytes + BOX_HEADER_BYTES]), text('mdat')]
  // The positions in the index depend on its length, which does not depend on them.
  const index = (mediaAt: number) => movie(init, moov, { tables, mediaAt, mediaBytes })
  const mediaAt = joined([ftyp, index(0), ...mdat]).length
  return joined([ftyp, index(mediaAt), ...mdat])
}

interface Media {
  tables: Map<number, SampleTable>
  /** Position of the first segment in the file. */
  mediaAt: number
  mediaBytes: number
}

function movie(init: DataView, moov: Mp4Box, media: Media): Uint8Array {
  const inside = boxesIn(init, moov.start, moov.end)
  const header = inside.find(({ type }) => type === 'mvhd')
  if (!header) throw new Error('The init segment has no header.')
  const timescale = init.getUint32(header.start + (flagsOf(init, header).version === 1 ? 20 : 12))
  const tracks = tracksOfInitSegment(init)
  const traks = inside.filter(({ type }) => type === 'trak')
  const edited = traks.flatMap((trak, index) => {
    const track = tracks[index]
    const table = track && media.tables.get(track.id)
    return track && table && table.sizes.length > 0 ? [{ trak, track, table, ...editOf(track, table, timescale) }] : []
  })
  const longest = Math.max(...edited.map(({ seconds }) => seconds))
  const rest = inside.filter(({ type }) => !['mvhd', 'trak', 'mvex'].includes(type))
  return box(
    'moov',
    withDuration(init, header, Math.ceil(longest * timescale)),
    ...edited.map(({ trak, track, table, edits, seconds }) => {
      return rebuilt(init, trak, {
        tkhd: (each) => withTrackDuration(init, each, Math.ceil(seconds * timescale)),
        edts: () => new Uint8Array(),
        mdia: (each) =>
          joined([
            edits,
            rebuilt(init, each, {
              mdhd: (mdhd) => withDuration(init, mdhd, table.totalTicks),
              minf: (minf) =>
                rebuilt(init, minf, { stbl: (stbl) => sampleTable(init, stbl, table, track.kind, media) }),
            }),
          ]),
      })
    }),
    ...rest.map((each) => copied(init, each)),
  )
}

/** The edit list of a track: what is not shown of its beginning, or how much later it begins. Also how long it plays. */
function editOf(
  { timescale: ticksPerSecond, hiddenTicks }: { timescale: number; hiddenTicks: number },
  { startTicks, shownUntilTicks }: SampleTable,
  movieTimescale: number,
): { edits: Uint8Array; seconds: number } {
  const skippedTicks = Math.max(0, hiddenTicks - startTicks)
  const lateSeconds = Math.max(0, startTicks - hiddenTicks) / ticksPerSecond
  const shownSeconds = (shownUntilTicks - skippedTicks) / ticksPerSecond
  const entries = [
    ...(lateSeconds > 0 ? [{ length: lateSeconds, from: -1 }] : []),
    { length: shownSeconds, from: skippedTicks },
  ]
  const fields = entries.flatMap(({ length, from }) => [Math.round(length * movieTimescale), from >>> 0, 0x10000])
  return {
    edits: box('edts', fullBox('elst', 0, uint32s([entries.length, ...fields]))),
    seconds: lateSeconds + shownSeconds,
  }
}

/** `stbl`: the description of the samples as it is, and our tables in place of empty ones. */
function sampleTable(
  init: DataView,
  stbl: Mp4Box,
  table: SampleTable,
  kind: 'video' | 'audio' | 'other',
  { mediaAt, mediaBytes }: Media,
): Uint8Array {
  const description = boxesIn(init, stbl.start, stbl.end).find(({ type }) => type === 'stsd')
  if (!description) throw new Error('A track of the init segment has no description.')
  const { sizes, durations, delays, keyframes, chunks } = table
  const version = delays.some((delay) => delay < 0) ? 1 : 0
  const perChunk = runsOf(chunks.map(({ samples }) => samples))
  let chunk = 1
  const chunkFields = perChunk.flatMap(({ count, value }) => {
    chunk += count
    return [chunk - count, value, 1]
  })
  const positions = chunks.map(({ at }) => mediaAt + at)
  const isLong = mediaAt + mediaBytes > HIGHEST_UINT32
  return box(
    'stbl',
    copied(init, description),
    fullBox('stts', 0, pairs(runsOf(durations))),
    ...(delays.some((delay) => delay !== 0) ? [fullBox('ctts', version, pairs(runsOf(delays)))] : []),
    ...(kind === 'video' ? [fullBox('stss', 0, uint32s([keyframes.length, ...keyframes]))] : []),
    fullBox('stsc', 0, uint32s([perChunk.length, ...chunkFields])),
    fullBox('stsz', 0, uint32s([0, sizes.length, ...sizes])),
    isLong
      ? fullBox('co64', 0, uint32s([positions.length]), ...positions.map(uint64))
      : fullBox('stco', 0, uint32s([positions.length, ...positions])),
  )
}

/** Equal values one after the other, as one entry. */
function runsOf(values: number[]): { count: number; value: number }[] {
  const runs: { count: number; value: number }[] = []
  for (const value of values) {
    const last = runs.at(-1)
    if (last?.value === value) last.count += 1
    else runs.push({ count: 1, value })
  }
  return runs
}

function pairs(runs: { count: number; value: number }[]): Uint8Array {
  return uint32s([runs.length, ...runs.flatMap(({ count, value }) => [count, value])])
}

/** A box whose named boxes are replaced, and whose others are copied. */
function rebuilt(init: DataView, of: Mp4Box, replacements: Record<string, (inside: Mp4Box) => Uint8Array>): Uint8Array {
  const inside = boxesIn(init, of.start, of.end)
  return box(of.type, ...inside.map((each) => replacements[each.type]?.(each) ?? copied(init, each)))
}

/** `mvhd` and `mdhd` with a duration. */
function withDuration(init: DataView, header: Mp4Box, duration: number): Uint8Array {
  return withField(init, header, { at: 16, atInLong: 24 }, duration)
}

/** `tkhd` with a duration. */
function withTrackDuration(init: DataView, header: Mp4Box, duration: number): Uint8Array {
  return withField(init, header, { at: 20, atInLong: 28 }, duration)
}

function withField(
  init: DataView,
  header: Mp4Box,
  { at, atInLong }: { at: number; atInLong: number },
  value: number,
): Uint8Array {
  const copy = copied(init, header)
  const view = new DataView(copy.buffer)
  if (flagsOf(init, header).version === 1) view.setBigUint64(BOX_HEADER_BYTES + atInLong, BigInt(value))
  else view.setUint32(BOX_HEADER_BYTES + at, Math.min(value, HIGHEST_UINT32))
  return copy
}

function copied(init: DataView, { start, end }: Mp4Box): Uint8Array {
  const from = init.byteOffset + start - BOX_HEADER_BYTES
  return new Uint8Array(init.buffer.slice(from, init.byteOffset + end) as ArrayBuffer)
}

function box(type: string, ...content: Uint8Array[]): Uint8Array {
  const length = content.reduce((sum, each) => sum + each.length, BOX_HEADER_BYTES)
  return joined([uint32s([length]), text(type), ...content])
}

function fullBox(type: string, version: number, ...content: Uint8Array[]): Uint8Array {
  return box(type, uint32s([version * 0x1000000]), ...content)
}

function joined(parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}

function text(characters: string): Uint8Array {
  return new TextEncoder().encode(characters)
}

/** Also negative ones, in two's complement. */
function uint32s(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4)
  const view = new DataView(bytes.buffer)
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value >>> 0)
  return bytes
}

function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}
