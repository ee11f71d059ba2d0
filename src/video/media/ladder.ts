import { startsAtPacket } from './audio-start.ts'
import { displaySize, type MediaInfo } from './media-info.ts'
import { type AudioPlan, type CopyTarget, type EncodeTarget, isWebCompatible } from './rendition.ts'

/** Standard heights ("p", the shorter side), made from any larger source. @see docs/product.md#renditions */
const STANDARD_HEIGHTS = [360, 480, 720, 1080]
/** Largest size of an encoded rendition, in pixels. */
const ENCODED = { longSide: 1920, shortSide: 1080 }
/** Smallest ratio of two sizes that look different; about one and a half times the bits. */
const WORTHWHILE_STEP = 1.3
/** Smallest ratio of two measured bit rates that is worth a rendition, below a top rung that is a copy. */
const WORTHWHILE_RATE = 1.5

/** Peak video bits per second by the height of a rendition; animation needs fewer, and then gets fewer. */
const bitrateCaps = [
  { upTo: 360, bitsPerSecond: 500_000 },
  { upTo: 480, bitsPerSecond: 900_000 },
  { upTo: 720, bitsPerSecond: 1_600_000 },
  { upTo: Number.POSITIVE_INFINITY, bitsPerSecond: 3_000_000 },
]

/** Work of copying a frame, as a share of encoding one of the same size. */
const COPY_SHARE = 0.02

export interface RenditionPlan {
  /** Made and published before everything else. */
  copy: CopyTarget | null
  /** Smallest first; without a copy, the first one is made and published before the others. */
  encodes: EncodeTarget[]
}

/**
 * Renditions of an accepted video. Web-compatible: a copy at its own size, with the audio encoded only if browsers do
 * not play it or would not play it in time, and encoded rungs below it. Anything else: encoded rungs up to its own height, at most 1080p.
 */
export function planRenditions(mediaInfo: MediaInfo): RenditionPlan {
  const { video, audio } = mediaInfo
  if (video === null || !isWebCompatible(mediaInfo)) return { copy: null, encodes: planEncodes(mediaInfo) }
  const isWebAudio =
    audio?.codec === 'aac' && audio.profile === 'LC' && audio.channels <= 2 && startsAtPacket(mediaInfo)
  const audioPlan = audio === null ? 'none' : isWebAudio ? 'copy' : 'encode'
  const { width, height } = video
  const copy: CopyTarget = { kind: 'copy', name: nameOf({ width, height }), width, height, audio: audioPlan }
  const rungs = heightsUpTo(Math.min(width, height)).slice(0, -1)
  return { copy, encodes: rungs.map((rung) => encodeTarget(copy, rung, audioPlan, 'veryfast')) }
}

/** A complete ladder of encoded rungs; also for a source whose copy turned out broken. */
export function planEncodes(mediaInfo: MediaInfo): EncodeTarget[] {
  const { video, audio } = mediaInfo
  if (video === null) return []
  const display = displaySize(video)
  const short = Math.min(display.width, display.height)
  const long = Math.max(display.width, display.height)
  const top = short * Math.min(1, ENCODED.shortSide / short, ENCODED.longSide / long)
  const audioPlan = audio === null ? 'none' : 'encode'
  // The first rung is urgent, the others are not.
  return heightsUpTo(top).map((rung, order) =>
    encodeTarget(display, rung, audioPlan, order === 0 ? 'superfast' : 'veryfast'),
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
  display: { width: number; height: number },
  height: number,
  audio: AudioPlan,
  preset: EncodeTarget['preset'],
): EncodeTarget {
  const scale = height / Math.min(display.width, display.height)
  const size = { width: even(display.width, scale), height: even(display.height, scale) }
  return {
    kind: 'encode',
    name: nameOf(size),
    ...size,
    audio,
    maxVideoBitsPerSecond: maxVideoBitsPerSecondOf(size),
    preset,
  }
}

/** Peak video bit rate of an encoded rendition of this size. */
export function maxVideoBitsPerSecondOf({ width, height }: { width: number; height: number }): number {
  return bitrateCaps.find(({ upTo }) => Math.min(width, height) <= upTo)?.bitsPerSecond ?? 0
}

/** The nearest even size that does not enlarge the source. */
function even(displayPixels: number, scale: number): number {
  const nearest = Math.round((displayPixels * scale) / 2) * 2
  return Math.max(2, Math.min(nearest, Math.floor(displayPixels / 2) * 2))
}

export function nameOf(size: { width: number; height: number }): string {
  return `${Math.min(size.width, size.height)}p`
}

/** Rungs of a complete ladder that take more bits than a larger one, and so benefit no viewer. Never the largest. */
export function costlierThanLarger<Rung extends Rate>(rungs: Rung[]): Rung[] {
  let fewest = Number.POSITIVE_INFINITY
  return rungs
    .toSorted((one, other) => other.width * other.height - one.width * one.height)
    .filter(({ averageBandwidth }) => {
      const isCostlier = averageBandwidth > fewest
      fewest = Math.min(fewest, averageBandwidth)
      return isCostlier
    })
}

interface Rate {
  width: number
  height: number
  /** Bits per second. */
  averageBandwidth: number
}

/**
 * Whether an encoded rung takes so much less than the copy above it that viewers gain from it. Both in bits per second.
 */
export function isWorthPublishing(averageBandwidth: number, averageBandwidthOfCopy: number): boolean {
  return averageBandwidth * WORTHWHILE_RATE <= averageBandwidthOfCopy
}

/** Share of the total work that is done, 0 to 1, counted in pixels. */
export function shareOfWork(made: FinishedRendition[], missing: { width: number; height: number }[]): number {
  const done = made.reduce(
    (sum, { origin, width, height }) => sum + width * height * (origin === 'copy' ? COPY_SHARE : 1),
    0,
  )
  const left = missing.reduce((sum, { width, height }) => sum + width * height, 0)
  return left === 0 ? 1 : done / (done + left)
}

interface FinishedRendition {
  origin: 'copy' | 'encode'
  width: number
  height: number
}
