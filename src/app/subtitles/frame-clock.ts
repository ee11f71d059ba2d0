/** Times of files are in thousandths: a frame that begins so little earlier is the one meant. */
const TOLERANCE_SECONDS = 0.001

/**
 * The second of a moment, and the frames since the first one of that second, of the first frame from then on: the one with
 * which a line begins. Hundredths where the rate is not known, or varies.
 */
export function clockOf(seconds: number, framesPerSecond: number | null): { second: number; part: string } {
  if (framesPerSecond === null) {
    const second = Math.floor(seconds + TOLERANCE_SECONDS)
    return { second, part: `.${twoDigits(Math.floor(Math.max(0, seconds - second) * 100 + 0.001))}` }
  }
  const frame = Math.max(0, Math.ceil((seconds - TOLERANCE_SECONDS) * framesPerSecond))
  const second = Math.floor(frame / framesPerSecond + 1e-6)
  return { second, part: ` +${twoDigits(frame - Math.ceil((second - 1e-6) * framesPerSecond))}` }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
