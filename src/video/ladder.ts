import { displaySize, type Measurement } from './measurement.ts'
import { type AudioPlan, type CopyTarget, type EncodeTarget, isWebCompatible } from './rendition.ts'

/** Heights ("p", the shorter side) that are made of whatever is larger. @see docs/product.md#renditions */
const STANDARD_HEIGHTS = [360, 480, 720, 1080]
/** Nothing that has to be encoded becomes larger. */
const ENCODED = { longSide: 1920, shortSide: 1080 }
/** Two sizes nearer to each other than this look alike; about one and a half times the bits. */
const WORTHWHILE_STEP = 1.3
/** The same for what was measured, beside a top rung whose bits are the source's own. */
const WORTHWHILE_RATE = 1.5

/** Peak bits per second of the picture by the height of a rendition; animation needs less, and then gets less. */
const bitrateCaps = [
  { upTo: 360, bitsPerSecond: 500_000 },
  { upTo: 480, bitsPerSecond: 900_000 },
  { upTo: 720, bitsPerSecond: 1_600_000 },
  { upTo: Number.POSITIVE_INFINITY, bitsPerSecond: 3_000_000 },
]

/** Cutting a picture of so many pixels is this small a part of encoding one. */
const COPY_SHARE = 0.02

export interface RenditionPlan {
  /** Made and published before everything else. */
  copy: CopyTarget | null
  /** Smallest first; without a copy, the first one is made and published before the others. */
  encodes: EncodeTarget[]
}

/**
 * What is made of an accepted video. Web-compatible: a copy at its own size, with the sound encoded only if browsers do
 * not play it, and encoded rungs below it. Anything else: encoded rungs up to its own height, at most 1080p.
 */
export function planRenditions(measurement: Measurement): RenditionPlan {
  const { video, audio } = measurement
  if (video === null || !isWebCompatible(measurement)) return { copy: null, encodes: planEncodes(measurement) }
  const isWebAudio = audio?.codec === 'aac' && audio.profile === 'LC' && audio.channels <= 2
  const soundPlan = audio === null ? 'none' : isWebAudio ? 'copy' : 'encode'
  const { width, height } = video
  const copy: CopyTarget = { kind: 'copy', name: nameOf({ width, height }), width, height, audio: soundPlan }
  const rungs = heightsUpTo(Math.min(width, height)).slice(0, -1)
  return { copy, encodes: rungs.map((rung) => encodeTarget(copy, rung, soundPlan, 'veryfast')) }
}

/** A whole ladder of encoded rungs; also for a source whose copy turned out broken. */
export function planEncodes(measurement: Measurement): EncodeTarget[] {
  const { video, audio } = measurement
  if (video === null) return []
  const shown = displaySize(video)
  const short = Math.min(shown.width, shown.height)
  const long = Math.max(shown.width, shown.height)
  const top = short * Math.min(1, ENCODED.shortSide / short, ENCODED.longSide / long)
  const soundPlan = audio === null ? 'none' : 'encode'
  // The first rung is waited for, the others come at leisure.
  return heightsUpTo(top).map((rung, order) =>
    encodeTarget(shown, rung, soundPlan, order === 0 ? 'superfast' : 'veryfast'),
  )
}

/** The standard heights below a top one, each far enough from the next, and the top itself. */
function heightsUpTo(top: number): number[] {
  const heights = [top]
  for (const height of STANDARD_HEIGHTS.toReversed()) {
    if ((heights[0] ?? top) / height >= WORTHWHILE_STEP) heights.unshift(height)
  }
  return heights
}

function encodeTarget(
  shown: { width: number; height: number },
  height: number,
  audio: AudioPlan,
  preset: EncodeTarget['preset'],
): EncodeTarget {
  const scale = height / Math.min(shown.width, shown.height)
  const size = { width: even(shown.width, scale), height: even(shown.height, scale) }
  return {
    kind: 'encode',
    name: nameOf(size),
    ...size,
    audio,
    maxVideoBitsPerSecond: maxVideoBitsPerSecondOf(size),
    preset,
  }
}

/** Peak rate of the picture of an encoded rendition of this size. */
export function maxVideoBitsPerSecondOf({ width, height }: { width: number; height: number }): number {
  return bitrateCaps.find(({ upTo }) => Math.min(width, height) <= upTo)?.bitsPerSecond ?? 0
}

/** The nearest even size that does not enlarge the source. */
function even(shownPixels: number, scale: number): number {
  const nearest = Math.round((shownPixels * scale) / 2) * 2
  return Math.max(2, Math.min(nearest, Math.floor(shownPixels / 2) * 2))
}

export function nameOf(size: { width: number; height: number }): string {
  return `${Math.min(size.width, size.height)}p`
}

/** Whether an encoded rung takes so much less than the copy above it that a viewer gains by it. Both in bits per second. */
export function isWorthListing(averageBandwidth: number, averageBandwidthOfCopy: number): boolean {
  return averageBandwidth * WORTHWHILE_RATE <= averageBandwidthOfCopy
}

/** How much of all the work is done with what is made, 0 to 1, counted in pixels. */
export function shareOfWork(made: Made[], missing: { width: number; height: number }[]): number {
  const done = made.reduce(
    (sum, { origin, width, height }) => sum + width * height * (origin === 'copy' ? COPY_SHARE : 1),
    0,
  )
  const left = missing.reduce((sum, { width, height }) => sum + width * height, 0)
  return left === 0 ? 1 : done / (done + left)
}

interface Made {
  origin: 'copy' | 'encode'
  width: number
  height: number
}
