import { canBeChunked } from './hls/chunk-plan.ts'
import { maxVideoBitsPerSecondOf, nameOf, planEncodes, planRenditions } from './ladder.ts'
import type { MediaInfo } from './media-info.ts'
import type { EncodeTarget } from './rendition.ts'

/** Shorter and longer side in pixels: smaller videos save too few bytes, larger ones take hours to encode. */
const WORTHWHILE = { fromShortSide: 720, toShortSide: 1080, toLongSide: 1920 }
/** Peak bit rate as a share of that of the H.264 rendition of the same size. */
const CAP_SHARE = 0.7
/** The set is published when it takes at most this share of the other renditions' bits, all sizes together. */
const WORTHWHILE_SHARE = 0.8

/** The fields of an existing rendition that an AV1 set depends on. */
interface ExistingRendition {
  origin: 'copy' | 'encode'
  width: number
  height: number
  /** Frames in each segment; null when not counted. */
  segment_frames: number[] | null
}

/**
 * Plans the AV1 renditions beside a video's own: one of each size, so that a player that starts in one codec finds
 * every size in it. Empty for videos that gain too little, or cannot be encoded in chunks, which can be deferred at any
 * time.
 * @see docs/product.md#av1
 */
export function planAv1(mediaInfo: MediaInfo, existing: ExistingRendition[]): EncodeTarget[] {
  const [largest] = existing.toSorted((one, other) => other.width * other.height - one.width * one.height)
  if (!largest?.segment_frames || !isWorthwhileSize(largest)) return []
  const hasCopy = existing.some(({ origin }) => origin === 'copy')
  // All renditions of a video have the same audio.
  const alike = hasCopy ? planRenditions(mediaInfo).encodes : planEncodes(mediaInfo)
  const audio = alike[0]?.audio ?? 'none'
  if (!canBeChunked(mediaInfo, audio, 0)) return []
  const sizes = existing.toSorted((one, other) => one.width * one.height - other.width * other.height)
  return sizes.map((size) => ({
    kind: 'encode',
    family: 'av1',
    name: nameOf(size),
    width: size.width,
    height: size.height,
    audio,
    maxVideoBitsPerSecond: Math.round(maxVideoBitsPerSecondOf(size) * CAP_SHARE),
    preset: 'veryfast',
  }))
}

function isWorthwhileSize({ width, height }: { width: number; height: number }): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return short >= WORTHWHILE.fromShortSide && short <= WORTHWHILE.toShortSide && long <= WORTHWHILE.toLongSide
}

interface Rate {
  width: number
  height: number
  /** Bits per second. */
  averageBandwidth: number
}

/**
 * Whether viewers gain from an AV1 set: no rendition takes more bits than its counterpart, and all together clearly
 * fewer.
 */
export function isAv1Worthwhile(made: Rate[], others: Rate[]): boolean {
  const pairs = made.map((each) => ({
    here: each.averageBandwidth,
    there: others.find(({ width, height }) => width === each.width && height === each.height)?.averageBandwidth ?? 0,
  }))
  const sum = (side: 'here' | 'there') => pairs.reduce((total, pair) => total + pair[side], 0)
  return pairs.every(({ here, there }) => here <= there) && sum('here') <= sum('there') * WORTHWHILE_SHARE
}
