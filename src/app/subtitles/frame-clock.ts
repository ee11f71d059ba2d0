/** Times of files are in thousandths, of ASS in hundredths: a frame that begins so little later is the one meant. */
const TOLERANCE_SECONDS = 0.001

/** The second of a moment, and the frames since the first one of that second; hundredths where the rate is not known. */
export function clockOf(seconds: number, framesPerSecond: number | null): { second: number; part: string } {
  const second = Math.floor(seconds + TOLERANCE_SECONDS)
  const rest = Math.max(0, seconds - second)
  if (framesPerSecond === null) return { second, part: `.${twoDigits(Math.floor(rest * 100 + 0.001))}` }
  const frame = Math.floor((seconds + TOLERANCE_SECONDS) * framesPerSecond)
  const first = Math.ceil((second - TOLERANCE_SECONDS) * framesPerSecond)
  return { second, part: ` +${twoDigits(Math.max(0, frame - first))}` }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
