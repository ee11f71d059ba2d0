/** Frames since the first one of that second, from 0; null where the rate is not known. */
export function frameOfSecond(
  seconds: number,
  frameRate: { numerator: number; denominator: number } | null,
): number | null {
  if (!frameRate || frameRate.numerator <= 0 || frameRate.denominator <= 0) return null
  const rate = frameRate.numerator / frameRate.denominator
  // A player stops a little before or after the time of a frame.
  const frame = Math.floor((seconds - Math.floor(seconds)) * rate + 0.01)
  return Math.min(frame, Math.ceil(rate) - 1)
}
