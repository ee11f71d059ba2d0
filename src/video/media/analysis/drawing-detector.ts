import { type FrameSize, PIXEL_BYTES } from './analysed-frames.ts'
import { type BlockMotion, createMotionMeter, isMotion } from './motion-meter.ts'

/** Finds the frames at which a new drawing begins. */
export interface DrawingDetector {
  /** @param frame red, green and blue of each pixel */
  push(frame: Uint8Array): void
  end(): FoundDrawings
}

export interface FoundDrawings {
  /** Numbers of the first frames of all drawings, in order; the first is 0. */
  drawings: number[]
  /** Share of the picture, for each drawing, that differs from the frame before by more than grain does. */
  changes: number[]
}

/** The difference between a frame and the one before, in levels of luma, 0 to 255. */
interface Difference {
  /** The fourth largest of all pixels: a few may be wrong. */
  peak: number
  /** Mean of the whole picture, with its sign: grain cancels out. */
  mean: number
  /** Root of the mean square of the three quarters that differ least: grain, where most of the picture stands still. */
  calm: number
  /** Share of the pixels that differ by more than `PEAK_LEAST` and so many levels, in percent, rounded up. */
  shares: Uint8Array
  motion: BlockMotion
}

/** Compression alone causes differences below these in a still picture. */
const PEAK_LEAST = 10
const MEAN_LEAST = 0.9
/** The largest pixel of encoded grain is at most this many times its `calm`, and this much: seen at all strengths of the tests. */
const GRAIN = { factor: 8, more: 4 }
/** Stronger grain than this is not looked for: it would hide a pan. */
const GRAIN_MAX = 4
/** Frames before and after in which the grain is as strong as here. */
const GRAIN_FRAMES = 48
/** Share of these frames with less difference than grain makes. */
const GRAIN_SHARE = 0.1
/** Among so many frames before and after, one in which the picture moves much less shows how compression catches up … */
const RHYTHM_FRAMES = 2
/** … where another has so many times its energy. */
const RHYTHM_FACTOR = 4
/** The largest difference of a pixel that grain explains. */
const PEAK_MOST = Math.max(PEAK_LEAST, GRAIN.factor * GRAIN_MAX + GRAIN.more)

export function createDrawingDetector({ width, height }: FrameSize): DrawingDetector {
  const pixels = width * height
  let before = new Uint8Array(pixels)
  let luma = new Uint8Array(pixels)
  const measureMotion = createMotionMeter({ width, height })
  const differences: Difference[] = []
  let frames = 0

  return {
    push(frame) {
      const histogram = new Uint32Array(256)
      let sum = 0
      ;[before, luma] = [luma, before]
      for (let pixel = 0, at = 0; pixel < pixels; pixel += 1, at += PIXEL_BYTES) {
        // Rec. 601, as integers.
        const now = (77 * frame[at]! + 150 * frame[at + 1]! + 29 * frame[at + 2]!) >> 8
        const change = now - before[pixel]!
        luma[pixel] = now
        sum += change
        histogram[change < 0 ? -change : change]! += 1
      }
      frames += 1
      if (frames === 1) return
      differences.push({
        peak: peakOf(histogram),
        mean: sum / pixels,
        calm: calmOf(histogram, pixels),
        shares: sharesOf(histogram, pixels),
        motion: measureMotion(before, luma),
      })
    },
    end() {
      const grain = grainOf(differences.map(({ calm }) => calm))
      const found: FoundDrawings = frames > 0 ? { drawings: [0], changes: [0] } : { drawings: [], changes: [] }
      const motions = differences.map(({ motion }) => motion)
      for (const [at, { peak, mean, shares, motion }] of differences.entries()) {
        const byGrain = Math.max(PEAK_LEAST, GRAIN.factor * grain[at]! + GRAIN.more)
        const isSeen = peak > byGrain || Math.abs(mean) > MEAN_LEAST
        if (!isSeen && !isPan(motions, at)) continue
        found.drawings.push(at + 1)
        found.changes.push(isSeen ? shares[Math.floor(byGrain) - PEAK_LEAST]! : motion.share)
      }
      return found
    },
  }
}

/** Whether the picture, or a part of it, moves as a whole at a frame, as far as its softest drawings show. */
function isPan(motions: BlockMotion[], at: number): boolean {
  const motion = motions[at]!
  const nearby = motions.slice(Math.max(0, at - RHYTHM_FRAMES), at + RHYTHM_FRAMES + 1)
  return isMotion(motion) && !nearby.some((other) => isMotion(other) && other.median > RHYTHM_FACTOR * motion.median)
}

const PEAK_RANK = 4

function peakOf(histogram: Uint32Array): number {
  let left = PEAK_RANK
  for (let level = 255; level > 0; level -= 1) {
    left -= histogram[level]!
    if (left <= 0) return level
  }
  return 0
}

function sharesOf(histogram: Uint32Array, pixels: number): Uint8Array {
  const shares = new Uint8Array(PEAK_MOST - PEAK_LEAST + 1)
  let count = 0
  for (let level = 255; level > PEAK_LEAST; level -= 1) {
    count += histogram[level]!
    if (level <= PEAK_MOST + 1) shares[level - 1 - PEAK_LEAST] = Math.ceil((100 * count) / pixels)
  }
  return shares
}

function calmOf(histogram: Uint32Array, pixels: number): number {
  const most = Math.floor(pixels * 0.75)
  let count = 0
  let squares = 0
  for (let level = 0; count < most && level < 256; level += 1) {
    const taken = Math.min(histogram[level]!, most - count)
    count += taken
    squares += taken * level * level
  }
  return Math.sqrt(squares / Math.max(1, most))
}

/** Strength of the grain around each frame: the change at the calmest frames there. */
function grainOf(calm: number[]): number[] {
  return calm.map((_, at) => {
    const around = calm.slice(Math.max(0, at - GRAIN_FRAMES), at + GRAIN_FRAMES + 1).sort((one, other) => one - other)
    return Math.min(GRAIN_MAX, around[Math.floor(around.length * GRAIN_SHARE)] ?? 0)
  })
}
