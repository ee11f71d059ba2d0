import type { FrameRate } from './frame-times.ts'

/** Frames from one to another, both included. */
export interface FrameRange {
  from: number
  to: number
}

/** Where a seek shows the first of some frames, in seconds, by a rate that may be an average; null without one. */
export function startOfRange({ from }: FrameRange, frameRate: FrameRate | null): number | null {
  return frameRate && ((from + 0.5) * frameRate.denominator) / frameRate.numerator
}

/** Reads the frames that a loop link names: `1032-1098`. @returns null for anything else */
export function readFrameRange(text: string): FrameRange | null {
  const match = /^(\d{1,6})-(\d{1,6})$/.exec(text.trim())
  if (!match) return null
  const [from, to] = [Number(match[1]), Number(match[2])]
  return from <= to ? { from, to } : null
}

export function formatFrameRange({ from, to }: FrameRange): string {
  return `${from}-${to}`
}
