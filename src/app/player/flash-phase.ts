import type { FlashSpan } from '#video/video.ts'

/** Where the picture is beside the next flashes. Times in seconds. */
export type FlashPhase = { kind: 'ahead'; inSeconds: number } | { kind: 'inside'; until: number }

/** How long before a place its warning is shown. */
const WARNED_SECONDS = 5
/** Dimming begins and ends so much around a place: the position is known only a few times a second, at up to twice the speed. */
const AROUND_SECONDS = { before: 1, after: 0.5 }

/** Null where no flashes are near. @param spans by their beginning */
export function flashPhaseAt(spans: readonly FlashSpan[], position: number): FlashPhase | null {
  const inside = spans.filter(({ from, to }) => position >= from && position < to)
  if (inside.length > 0) return { kind: 'inside', until: Math.max(...inside.map(({ to }) => to)) }
  const ahead = spans.find(({ from }) => from > position)
  if (!ahead || ahead.from - position > WARNED_SECONDS) return null
  return { kind: 'ahead', inSeconds: Math.ceil(ahead.from - position) }
}

/** Whether the picture is so near to flashes that a viewer who wants them dimmed sees it dimmed. */
export function isDimmedAt(spans: readonly FlashSpan[], position: number): boolean {
  const { before, after } = AROUND_SECONDS
  return spans.some(({ from, to }) => position >= from - before && position < to + after)
}
