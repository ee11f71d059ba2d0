import { boxesAt, boxesIn, flagsOf, type Mp4Box } from './fmp4-boxes.ts'

/** How the samples of an H.264 track are written, from its `avcC` box (ISO 14496-15). */
export interface AvcTrack {
  trackId: number
  /** Bytes of the length before each unit of a sample. */
  lengthBytes: number
  /** Its sequence parameter sets, which state size, shape and colours, in hexadecimal. */
  parameterSets: string[]
  defaults: SampleDefaults
}

/** Values of samples that state none. */
interface SampleDefaults {
  sizeBytes: number
  flags: number
}

/** The fields of a video's entry that precede its boxes. */
const VISUAL_ENTRY_BYTES = 78

/** The H.264 track of an init segment; null without one. */
export function avcTrackOf(init: DataView): AvcTrack | null {
  for (const trak of boxesAt(init, ['moov', 'trak'])) {
    const inside = boxesIn(init, trak.start, trak.end)
    const [header] = boxesAt(init, ['tkhd'], inside)
    const [entries] = boxesAt(init, ['mdia', 'minf', 'stbl', 'stsd'], inside)
    const entry = entries && boxesIn(init, entries.start + 8, entries.end).find(({ type }) => type === 'avc1')
    const config =
      entry && boxesIn(init, entry.start + VISUAL_ENTRY_BYTES, entry.end).find(({ type }) => type === 'avcC')
    if (!header || !config) continue
    const trackId = init.getUint32(header.start + (flagsOf(init, header).version === 1 ? 20 : 12))
    return { trackId, ...readConfig(init, config), defaults: defaultsOf(init, trackId) }
  }
  return null
}

function readConfig(init: DataView, { start, end }: Mp4Box): Pick<AvcTrack, 'lengthBytes' | 'parameterSets'> {
  const parameterSets: string[] = []
  const count = init.getUint8(start + 5) & 0x1f
  for (let at = start + 6; parameterSets.length < count && at + 2 <= end; ) {
    const length = Math.min(init.getUint16(at), end - at - 2)
    parameterSets.push(hexOf(init, at + 2, length))
    at += 2 + length
  }
  return { lengthBytes: (init.getUint8(start + 4) & 0x3) + 1, parameterSets }
}

function defaultsOf(init: DataView, trackId: number): SampleDefaults {
  const box = boxesAt(init, ['moov', 'mvex', 'trex']).find(({ start }) => init.getUint32(start + 4) === trackId)
  return box
    ? { sizeBytes: init.getUint32(box.start + 16), flags: init.getUint32(box.start + 20) }
    : { sizeBytes: 0, flags: 0 }
}

export function hexOf(bytes: DataView, from: number, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, length).toString('hex')
}

/** Flag of a sample that depends on others. */
const NOT_SYNC = 0x1_0000

/**
 * Where the samples are that one `moof` box (its content given) marks as decodable alone, in bytes from the beginning of that box.
 */
export function markedSamples(fragment: DataView, track: AvcTrack): { at: number; sizeBytes: number }[] {
  return boxesIn(fragment)
    .filter(({ type }) => type === 'traf')
    .flatMap((traf) => {
      const inside = boxesIn(fragment, traf.start, traf.end)
      const [header] = inside.filter(({ type }) => type === 'tfhd')
      if (!header || fragment.getUint32(header.start + 4) !== track.trackId) return []
      const defaults = defaultsOfHeader(fragment, header, track.defaults)
      return inside.filter(({ type }) => type === 'trun').flatMap((run) => markedInRun(fragment, run, defaults))
    })
}

/** `tfhd`: optional fields are in the order of their flags. */
function defaultsOfHeader(fragment: DataView, header: Mp4Box, { sizeBytes, flags }: SampleDefaults): SampleDefaults {
  const present = flagsOf(fragment, header).flags
  const sizeAt = header.start + 8 + (present & 0x1 ? 8 : 0) + (present & 0x2 ? 4 : 0) + (present & 0x8 ? 4 : 0)
  const flagsAt = sizeAt + (present & 0x10 ? 4 : 0)
  return {
    sizeBytes: present & 0x10 ? fragment.getUint32(sizeAt) : sizeBytes,
    flags: present & 0x20 ? fragment.getUint32(flagsAt) : flags,
  }
}

/** `trun`: where the data begins and the flags of the first sample, then the fields of each. */
function markedInRun(fragment: DataView, run: Mp4Box, defaults: SampleDefaults): { at: number; sizeBytes: number }[] {
  const { flags: present } = flagsOf(fragment, run)
  const count = fragment.getUint32(run.start + 4)
  const fields = [0x100, 0x200, 0x400, 0x800].filter((field) => present & field)
  let field = run.start + 8 + (present & 0x1 ? 4 : 0)
  const firstFlags = present & 0x4 ? fragment.getUint32(field) : null
  field += present & 0x4 ? 4 : 0
  let at = present & 0x1 ? fragment.getInt32(run.start + 8) : 0
  const marked: { at: number; sizeBytes: number }[] = []
  for (let sample = 0; sample < count && field + fields.length * 4 <= run.end; sample++) {
    const fieldOf = (which: number) => fragment.getUint32(field + fields.indexOf(which) * 4)
    const sizeBytes = present & 0x200 ? fieldOf(0x200) : defaults.sizeBytes
    const own = present & 0x400 ? fieldOf(0x400) : defaults.flags
    const flags = sample === 0 && firstFlags !== null ? firstFlags : own
    if (!(flags & NOT_SYNC)) marked.push({ at, sizeBytes })
    at += sizeBytes
    field += fields.length * 4
  }
  return marked
}
