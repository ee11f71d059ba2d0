import { boxesAt, boxesIn, flagsOf, type Mp4Box } from './fmp4-boxes.ts'
import { decodeTime, type TrackInfo } from './fmp4-tracks.ts'

/** The samples of one track in decoding order, as a file that is not fragmented lists them. Times are ticks of the track. */
export interface SampleTable {
  /** Decoding time of the first sample. */
  startTicks: number
  /** Decoding time of the next sample, from the first one on. */
  totalTicks: number
  /** End of the sample that is shown last, from the decoding time of the first one on. */
  shownUntilTicks: number
  sizes: number[]
  durations: number[]
  /** From decoding to presentation. */
  delays: number[]
  /** Numbers of the samples that can be decoded alone, from 1. */
  keyframes: number[]
  /** Samples that are stored one after the other: the position of the first one, in bytes from the first segment on. */
  chunks: { at: number; samples: number }[]
}

/** What a sample has that does not state it. */
interface SampleDefaults {
  duration: number
  sizeBytes: number
  flags: number
}

/** Tables without samples, one for each track. */
export function emptyTables(tracks: TrackInfo[]): Map<number, SampleTable> {
  const empty = () => ({ sizes: [], durations: [], delays: [], keyframes: [], chunks: [] })
  return new Map(tracks.map(({ id }) => [id, { startTicks: 0, totalTicks: 0, shownUntilTicks: 0, ...empty() }]))
}

/**
 * Adds the samples that one `moof` box lists.
 *
 * @param init the init segment, with the defaults of each track
 * @param fragment the content of the box
 * @param at position of the box, in bytes from the first segment on
 * @throws Error for positions that are not counted from the box, which ours always are
 */
export function addSamples(init: DataView, fragment: DataView, at: number, tables: Map<number, SampleTable>): void {
  for (const traf of boxesIn(fragment).filter(({ type }) => type === 'traf')) {
    const inside = boxesIn(fragment, traf.start, traf.end)
    const header = inside.find(({ type }) => type === 'tfhd')
    const table = header && tables.get(fragment.getUint32(header.start + 4))
    if (!header || !table) continue
    const defaults = defaultsOf(init, fragment, header)
    startAt(table, decodeTime(fragment, inside) ?? 0)
    for (const run of inside.filter(({ type }) => type === 'trun')) addRun(fragment, run, { at, table, defaults })
  }
}

const NOT_KEYFRAME = 0x10000

/** The last sample of a fragment states only the usual distance to the one after it: the time of that one is right. */
function startAt(table: SampleTable, ticks: number): void {
  const last = table.durations.length - 1
  const lastDuration = table.durations[last]
  if (lastDuration === undefined) {
    table.startTicks = ticks
    return
  }
  const corrected = Math.max(0, lastDuration + ticks - table.startTicks - table.totalTicks)
  table.durations[last] = corrected
  table.totalTicks += corrected - lastDuration
}

function addRun(
  fragment: DataView,
  run: Mp4Box,
  { at, table, defaults }: { at: number; table: SampleTable; defaults: SampleDefaults },
): void {
  const { flags } = flagsOf(fragment, run)
  if (!(flags & 0x1)) throw new Error('A run of samples does not say where they are.')
  const samples = fragment.getUint32(run.start + 4)
  table.chunks.push({ at: at + fragment.getInt32(run.start + 8), samples })
  let from = run.start + 12
  let firstFlags: number | undefined
  if (flags & 0x4) {
    firstFlags = fragment.getUint32(from)
    from += 4
  }
  for (let sample = 0; sample < samples; sample++) {
    // The fields of a sample that are there are in the order of their flags.
    const next = () => {
      from += 4
      return from - 4
    }
    const duration = flags & 0x100 ? fragment.getUint32(next()) : defaults.duration
    const sizeBytes = flags & 0x200 ? fragment.getUint32(next()) : defaults.sizeBytes
    const stated = flags & 0x400 ? fragment.getUint32(next()) : defaults.flags
    // Read as signed, which covers both versions for any delay of ours.
    const delay = flags & 0x800 ? fragment.getInt32(next()) : 0
    const sampleFlags = sample === 0 && firstFlags !== undefined ? firstFlags : stated
    table.sizes.push(sizeBytes)
    table.durations.push(duration)
    table.delays.push(delay)
    if (!(sampleFlags & NOT_KEYFRAME)) table.keyframes.push(table.sizes.length)
    table.shownUntilTicks = Math.max(table.shownUntilTicks, table.totalTicks + delay + duration)
    table.totalTicks += duration
  }
}

/** `tfhd`, and `trex` for what it leaves out. */
function defaultsOf(init: DataView, fragment: DataView, header: Mp4Box): SampleDefaults {
  const { flags } = flagsOf(fragment, header)
  if (flags & 0x1 || !(flags & 0x20000))
    throw new Error('The positions of samples are not counted from their fragment.')
  const id = fragment.getUint32(header.start + 4)
  const trackDefaults = boxesAt(init, ['moov', 'mvex', 'trex']).find((box) => init.getUint32(box.start + 4) === id)
  const ofTrack = (at: number) => (trackDefaults ? init.getUint32(trackDefaults.start + at) : 0)
  let from = header.start + 8 + (flags & 0x2 ? 4 : 0)
  const field = (flag: number, otherwise: number) => {
    if (!(flags & flag)) return otherwise
    from += 4
    return fragment.getUint32(from - 4)
  }
  return { duration: field(0x8, ofTrack(12)), sizeBytes: field(0x10, ofTrack(16)), flags: field(0x20, ofTrack(20)) }
}
