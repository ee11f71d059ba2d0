import { boxesAt, boxesIn, flagsOf, type Mp4Box, typeAt } from './fmp4-boxes.ts'
import { hiddenTicks } from './fmp4-edits.ts'

/** A track as the init segment describes it. */
export interface TrackInfo {
  id: number
  kind: 'video' | 'audio' | 'other'
  /** Ticks in a second. */
  timescale: number
  /** Ticks of a sample that does not state its duration. */
  defaultDuration: number
  /** Ticks of its beginning that are not shown: the delay between decoding and presentation. */
  hiddenTicks: number
}

/** Sums over the fragments of one track. */
export interface TrackTotals {
  samples: number
  /** Decoding time of the first one. */
  startSeconds: number
  /** Presentation time of the first one, which in a segment is its keyframe. */
  presentationSeconds: number
  /**
   * From there to the end of the last one. Uses the times of the fragments: the last sample of each states only the
   * usual distance to the one after it.
   */
  durationSeconds: number
}

/** Reads `moov`: the values that fragments omit. */
export function tracksOfInitSegment(init: DataView): TrackInfo[] {
  const defaults = new Map(
    boxesAt(init, ['moov', 'mvex', 'trex']).map((box) => [
      init.getUint32(box.start + 4),
      init.getUint32(box.start + 12),
    ]),
  )
  return boxesAt(init, ['moov', 'trak']).flatMap((trak) => {
    const inside = boxesIn(init, trak.start, trak.end)
    const [header] = boxesAt(init, ['tkhd'], inside)
    const [media] = boxesAt(init, ['mdia', 'mdhd'], inside)
    const [handler] = boxesAt(init, ['mdia', 'hdlr'], inside)
    if (!header || !media || !handler) return []
    const id = init.getUint32(header.start + (flagsOf(init, header).version === 1 ? 20 : 12))
    const timescale = init.getUint32(media.start + (flagsOf(init, media).version === 1 ? 20 : 12))
    const handlerType = typeAt(init, handler.start + 8)
    const kind = handlerType === 'vide' ? 'video' : handlerType === 'soun' ? 'audio' : 'other'
    return [{ id, kind, timescale, defaultDuration: defaults.get(id) ?? 0, hiddenTicks: hiddenTicks(init, inside) }]
  })
}

/** Adds the samples that one `moof` box (its content given) lists to the sums by track id. */
export function addFragment(fragment: DataView, tracks: TrackInfo[], totals: Map<number, TrackTotals>): void {
  for (const traf of boxesIn(fragment).filter((box) => box.type === 'traf')) {
    const inside = boxesIn(fragment, traf.start, traf.end)
    const [header] = inside.filter((box) => box.type === 'tfhd')
    const track = header && tracks.find((each) => each.id === fragment.getUint32(header.start + 4))
    if (!header || !track) continue
    const fallback = durationOfHeader(fragment, header) ?? track.defaultDuration
    const known = totals.get(track.id)
    const startSeconds = (decodeTime(fragment, inside) ?? 0) / track.timescale
    const presentationSeconds = startSeconds - track.hiddenTicks / track.timescale
    const trackTotals = known ?? { samples: 0, startSeconds, presentationSeconds, durationSeconds: 0 }
    if (known) trackTotals.durationSeconds = startSeconds - trackTotals.startSeconds
    for (const run of inside.filter((box) => box.type === 'trun')) {
      const { samples, ticks, firstOffset } = readRun(fragment, run, fallback)
      if (trackTotals.samples === 0) trackTotals.presentationSeconds += firstOffset / track.timescale
      trackTotals.samples += samples
      trackTotals.durationSeconds += ticks / track.timescale
    }
    totals.set(track.id, trackTotals)
  }
}

/** `tfdt`: ticks before the first sample. */
export function decodeTime(fragment: DataView, boxes: Mp4Box[]): number | null {
  const [time] = boxes.filter((box) => box.type === 'tfdt')
  if (!time) return null
  const at = time.start + 4
  return flagsOf(fragment, time).version === 1 ? Number(fragment.getBigUint64(at)) : fragment.getUint32(at)
}

/** `tfhd`: optional fields are in the order of their flags. */
function durationOfHeader(fragment: DataView, header: Mp4Box): number | null {
  const { flags } = flagsOf(fragment, header)
  if (!(flags & 0x8)) return null
  return fragment.getUint32(header.start + 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0))
}

/** `trun`: a count, then for each sample the fields that its flags name, of four bytes each. */
function readRun(
  fragment: DataView,
  run: Mp4Box,
  fallback: number,
): { samples: number; ticks: number; firstOffset: number } {
  const { flags } = flagsOf(fragment, run)
  const samples = fragment.getUint32(run.start + 4)
  const step = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4
  let at = run.start + 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0)
  // The last of a sample's fields; read as signed, which covers both versions for any offset of ours.
  const firstOffset = flags & 0x800 && samples > 0 ? fragment.getInt32(at + step - 4) : 0
  if (!(flags & 0x100)) return { samples, ticks: samples * fallback, firstOffset }
  let ticks = 0
  for (let sample = 0; sample < samples && at + 4 <= run.end; sample++, at += step) ticks += fragment.getUint32(at)
  return { samples, ticks, firstOffset }
}
