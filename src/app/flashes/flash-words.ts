import { formatTime } from '#app/ui/format.ts'
import type { FlashSpan } from '#video/video.ts'

/** Flashes a second that are safe. */
export const SAFE_PER_SECOND = 3

const twoDigits = (frames: number) => String(frames).padStart(2, '0')

/** '2:08 +04': the second, and the frames since its first one; without a frame rate '2:08'. */
export function formatFrameTime(seconds: number, framesPerSecond: number | null): string {
  if (framesPerSecond === null) return formatTime(seconds)
  const frame = Math.round(seconds * framesPerSecond)
  const second = Math.floor(frame / framesPerSecond + 1e-6)
  return `${formatTime(second)} +${twoDigits(frame - Math.ceil(second * framesPerSecond - 1e-6))}`
}

/** '9 s 02 f'; without a frame rate '9.1 s'. */
export function formatFrameLength(seconds: number, framesPerSecond: number | null): string {
  if (framesPerSecond === null) return `${seconds.toFixed(1)} s`
  const frames = Math.round(seconds * framesPerSecond)
  const whole = Math.floor(frames / framesPerSecond + 1e-6)
  return `${whole} s ${twoDigits(frames - Math.ceil(whole * framesPerSecond - 1e-6))} f`
}

export const kindNames = { luminance: 'White light', red: 'Saturated red' } as const

/** Advice that makes a place safe. */
export function whatWouldHelp({ kind, perSecond }: Pick<FlashSpan, 'kind' | 'perSecond'>): string {
  if (kind === 'red') return 'Use a less saturated red. Saturated red counts at any brightness.'
  const fewer = perSecond - SAFE_PER_SECOND
  if (fewer <= 1) return 'Remove one flash per second'
  return `Remove ${fewer} flashes per second, or keep flashes under a quarter of the frame`
}
