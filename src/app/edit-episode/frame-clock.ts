import { type FrameRate, NOMINAL_FRAME_RATE } from '#video/video.ts'

/** How many frames of the storyboard are offered. */
const OFFERED_MAX = 8

/** '4:10 +07': minutes and seconds, and the frames since that second began. */
export function clockOf(frame: number, frameRate: FrameRate | null): string {
  const { numerator, denominator } = frameRate ?? NOMINAL_FRAME_RATE
  const second = Math.floor((frame * denominator) / numerator + 1e-6)
  const first = Math.ceil((second * numerator) / denominator - 1e-6)
  const [minutes, seconds] = [Math.floor(second / 60), second % 60]
  return `${minutes}:${String(seconds).padStart(2, '0')} +${String(frame - first).padStart(2, '0')}`
}

/** The first frame that begins at a time or after it, within a video of so many frames. */
export function frameFrom(seconds: number, frameRate: FrameRate | null, frameCount: number): number {
  const { numerator, denominator } = frameRate ?? NOMINAL_FRAME_RATE
  return Math.min(frameCount - 1, Math.ceil((seconds * numerator) / denominator - 1e-6))
}

/** The places of at most eight among so many tiles, evenly spread. */
export function offeredTiles(tileCount: number): number[] {
  const count = Math.min(OFFERED_MAX, tileCount)
  return Array.from({ length: count }, (_, at) => Math.floor(((at + 0.5) * tileCount) / count))
}
