import { planEncodes } from './ladder.ts'
import { isSparse, type MediaInfo } from './media-info.ts'
import type { EncodeTarget } from './rendition.ts'

/**
 * Conditions for a replacement less similar to the source than the first rendition.
 * @see docs/decisions/0038-first-rendition.md
 */
const WORTH_REPLACING = { minSavingShare: 0.05, maxSsimLoss: 0.001 }

/** Largest share of the pixels of the larger renditions that a replacement may encode in addition: 540p and up. */
const MAX_ADDITIONAL_SHARE = 0.5

/** Similarity of two renditions of a range to the source: mean SSIM of its frames, 0 to 1. */
export interface Similarity {
  frames: number
  first: number
  replacement: number
}

/** The fields of a published rendition that its replacement depends on. */
interface PublishedRendition {
  width: number
  height: number
  average_bandwidth: number
  /** Frames in each segment; null when not counted. */
  segment_frames: number[] | null
}

/**
 * The target that may replace the quickly encoded first rendition of a video; null when little or nothing else is made,
 * or when frames are repeated and cannot be compared one by one.
 * @see docs/product.md#renditions
 */
export function planReplacement(mediaInfo: MediaInfo): EncodeTarget | null {
  const [first, ...others] = planEncodes(mediaInfo)
  if (!first || isSparse(mediaInfo)) return null
  const largerPixels = others.reduce((sum, each) => sum + each.width * each.height, 0)
  if (first.width * first.height > MAX_ADDITIONAL_SHARE * largerPixels) return null
  return { ...first, preset: 'faster', replacesFirst: true }
}

/** All renditions made after the first one of an encoded video. */
export function planLater(mediaInfo: MediaInfo): EncodeTarget[] {
  const replacement = planReplacement(mediaInfo)
  return [...(replacement ? [replacement] : []), ...planEncodes(mediaInfo).slice(1)]
}

/** The rendition that a target would replace; undefined when it is not published. */
export function replacedBy<Row extends PublishedRendition>(target: EncodeTarget, published: Row[]): Row | undefined {
  const { width, height, replacesFirst } = target
  return replacesFirst && published.find((each) => each.width === width && each.height === height)
}

/** Whether viewers gain from the replacement: the same segments, and fewer bits without a visible loss. */
export function isWorthReplacing(
  replacement: { averageBandwidth: number; segmentFrames: number[] },
  first: PublishedRendition,
  similarity: Similarity | null,
): boolean {
  if (similarity === null || replacement.segmentFrames.join() !== first.segment_frames?.join()) return false
  const { minSavingShare, maxSsimLoss } = WORTH_REPLACING
  if (similarity.replacement >= similarity.first) return replacement.averageBandwidth < first.average_bandwidth
  const savesEnough = replacement.averageBandwidth <= first.average_bandwidth * (1 - minSavingShare)
  return savesEnough && similarity.replacement >= similarity.first - maxSsimLoss
}

/** Mean over all of these ranges; null without any. */
export function meanSimilarity(ranges: Similarity[]): Similarity | null {
  const frames = ranges.reduce((sum, each) => sum + each.frames, 0)
  const mean = (side: 'first' | 'replacement') =>
    ranges.reduce((sum, each) => sum + each[side] * each.frames, 0) / frames
  return frames === 0 ? null : { frames, first: mean('first'), replacement: mean('replacement') }
}
