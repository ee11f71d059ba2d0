import { canBeChunked } from './ffmpeg/chunk-plan.ts'
import { maxVideoBitsPerSecondOf, nameOf, planEncodes, planRenditions } from './ladder.ts'
import type { Measurement } from './measurement.ts'
import type { EncodeTarget } from './rendition.ts'

/** Smaller films gain too little in bytes; larger ones take an encoder hours. By the shorter and the longer side. */
const WORTHWHILE = { fromShortSide: 720, toShortSide: 1080, toLongSide: 1920 }
/** Peak bits beside those of the H.264 rendition of the same size. */
const CAP_SHARE = 0.7
/** The set is listed when it takes at most this share of the other renditions' bits, all sizes together. */
const WORTHWHILE_SHARE = 0.8

/** A rendition that is there, as far as an AV1 set depends on it. */
interface Present {
  origin: 'copy' | 'encode'
  width: number
  height: number
  /** Pictures in each segment; null when they were not counted. */
  segment_frames: number[] | null
}

/**
 * The AV1 renditions that stand beside a film's own: one of each size, so that a player which has begun in one codec finds
 * every size in it. Nothing for films that gain too little or cannot be encoded in stretches that are put off at any time.
 * @see docs/product.md#av1
 */
export function planAv1(measurement: Measurement, present: Present[]): EncodeTarget[] {
  const [largest] = present.toSorted((one, other) => other.width * other.height - one.width * one.height)
  if (!largest?.segment_frames || !isWorthwhileSize(largest)) return []
  const hasCopy = present.some(({ origin }) => origin === 'copy')
  // The sound is the same in every rendition of a film.
  const alike = hasCopy ? planRenditions(measurement).encodes : planEncodes(measurement)
  const audio = alike[0]?.audio ?? 'none'
  if (!canBeChunked(measurement, audio, 0)) return []
  const sizes = present.toSorted((one, other) => one.width * one.height - other.width * other.height)
  return sizes.map((size) => ({
    ...{ kind: 'encode', family: 'av1', name: nameOf(size), width: size.width, height: size.height, audio },
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

/** Whether viewers gain by an AV1 set: no rendition takes more than the other one of its size, and all together clearly less. */
export function isAv1Worthwhile(made: Rate[], others: Rate[]): boolean {
  const pairs = made.map((each) => ({
    here: each.averageBandwidth,
    there: others.find(({ width, height }) => width === each.width && height === each.height)?.averageBandwidth ?? 0,
  }))
  const sum = (side: 'here' | 'there') => pairs.reduce((total, pair) => total + pair[side], 0)
  return pairs.every(({ here, there }) => here <= there) && sum('here') <= sum('there') * WORTHWHILE_SHARE
}
