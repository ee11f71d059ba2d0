import type { FlashSpan } from '#video/video.ts'
import { type FrameSize, PIXEL_BYTES } from './analysed-frames.ts'
import { createFlashCounter, type FlashCounter } from './flash-counter.ts'
import { DARKER_BELOW, LUMINANCE_CHANGE, RED_CHANGE, RED_LEAST, RED_SHARE } from './flash-limits.ts'

/** Finds flashes in frames that follow each other. */
export interface FlashDetector {
  /** @param frame red, green and blue of each pixel, as sRGB @param atSeconds when it is shown from */
  push(frame: Uint8Array, atSeconds: number): void
  /** @returns the spans by their beginning, and the most flashes in each second of the video */
  end(): { spans: FlashSpan[]; perSecond: number[] }
}

/** Linear components of an sRGB value, IEC 61966-2-1. */
const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

export function createFlashDetector(size: FrameSize): FlashDetector {
  const pixels = size.width * size.height
  const previous = new Uint8Array(pixels * PIXEL_BYTES)
  const counters = { luminance: createFlashCounter(size), red: createFlashCounter(size) }
  const trackers = [createLuminanceTracker(pixels, counters.luminance), createRedTracker(pixels, counters.red)]
  const colour = { r: 0, g: 0, b: 0 }
  let isFirst = true

  return {
    push(frame, atSeconds) {
      for (let pixel = 0, at = 0; pixel < pixels; pixel += 1, at += PIXEL_BYTES) {
        const [r, g, b] = [frame[at]!, frame[at + 1]!, frame[at + 2]!]
        if (!isFirst && r === previous[at] && g === previous[at + 1] && b === previous[at + 2]) continue
        colour.r = linear[r]!
        colour.g = linear[g]!
        colour.b = linear[b]!
        for (const tracker of trackers) tracker(pixel, colour, isFirst)
      }
      previous.set(frame)
      isFirst = false
      counters.luminance.endFrame(atSeconds)
      counters.red.endFrame(atSeconds)
    },
    end() {
      const found = { luminance: counters.luminance.end(), red: counters.red.end() }
      const spans = (['luminance', 'red'] as const).flatMap((kind) =>
        found[kind].ranges.map((range) => ({ ...range, kind })),
      )
      const perSecond = found.luminance.perSecond.map((flashes, second) =>
        Math.max(flashes, found.red.perSecond[second] ?? 0),
      )
      return { spans: spans.sort((one, other) => one.from - other.from), perSecond }
    },
  }
}

/** Linear components, 0 to 1. */
interface Colour {
  r: number
  g: number
  b: number
}

/** Records the changes of a pixel whose colour differs from that of the frame before. */
type Tracker = (pixel: number, colour: Colour, isFirst: boolean) => void

/** The direction of a pixel's last change; 0 before the first. */
const UP = 1
const DOWN = 2

function createLuminanceTracker(pixels: number, counter: FlashCounter): Tracker {
  const last = new Uint8Array(pixels)
  /** The lightest since the last rise, or the darkest since the last fall. */
  const extreme = new Float32Array(pixels)

  return (pixel, { r, g, b }, isFirst) => {
    const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b
    const before = extreme[pixel]!
    const direction = last[pixel]!
    if (isFirst) extreme[pixel] = luminance
    else if (direction !== UP && luminance - before >= LUMINANCE_CHANGE && before < DARKER_BELOW)
      turn(pixel, UP, luminance)
    else if (direction !== DOWN && before - luminance >= LUMINANCE_CHANGE && luminance < DARKER_BELOW)
      turn(pixel, DOWN, luminance)
    else if (direction === UP ? luminance > before : direction === DOWN && luminance < before)
      extreme[pixel] = luminance
  }

  function turn(pixel: number, direction: number, luminance: number): void {
    last[pixel] = direction
    extreme[pixel] = luminance
    counter.record(pixel, direction === UP)
  }
}

/** Changes to and from a saturated red. */
function createRedTracker(pixels: number, counter: FlashCounter): Tracker {
  const isRed = new Uint8Array(pixels)
  /** The distance from red of the reddest colour since it became red, or of the least red one since it was not. */
  const extreme = new Float32Array(pixels)

  return (pixel, colour, isFirst) => {
    const isSaturated = isSaturatedRed(colour)
    const distance = distanceFromRed(colour)
    const before = extreme[pixel]!
    const turns = isRed[pixel]
      ? !isSaturated && distance - before > RED_CHANGE
      : isSaturated && before - distance > RED_CHANGE
    if (isFirst || turns) {
      isRed[pixel] = isSaturated ? 1 : 0
      extreme[pixel] = distance
      if (turns && !isFirst) counter.record(pixel, isSaturated)
    } else if (isRed[pixel] ? isSaturated && distance < before : !isSaturated && distance > before)
      extreme[pixel] = distance
  }
}

function isSaturatedRed({ r, g, b }: Colour): boolean {
  return r >= RED_SHARE * (r + g + b) && r - g - b > RED_LEAST
}

/** Chromaticity u′, v′ of the red primary and of white, of sRGB. */
const red = { u: 0.4507, v: 0.5229 }
const white = { u: 0.1978, v: 0.4683 }
/** Darker colours have no chromaticity that could be seen. */
const DARKEST = 0.002

/** Distance of a colour from the red primary in the CIE 1976 UCS diagram; black counts as white. */
function distanceFromRed({ r, g, b }: Colour): number {
  const x = 0.4124 * r + 0.3576 * g + 0.1805 * b
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b
  const z = 0.0193 * r + 0.1192 * g + 0.9505 * b
  const sum = x + 15 * y + 3 * z
  const u = y < DARKEST ? white.u : (4 * x) / sum
  const v = y < DARKEST ? white.v : (9 * y) / sum
  return Math.sqrt((u - red.u) ** 2 + (v - red.v) ** 2)
}
