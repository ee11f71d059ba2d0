import type { FlashSpan } from '#video/video.ts'

/** A range in which an episode flashes. Times in seconds. */
export type FlashRange = Pick<FlashSpan, 'from' | 'to' | 'kind'>

/** Where the picture is beside the next flashes. Times in seconds. */
export type FlashPhase = { kind: 'ahead'; inSeconds: number } | { kind: 'inside'; until: number }

/** How long before a place its warning is shown. */
const WARNED_SECONDS = 5
/** Dimming begins and ends so much around a place: the position is known only a few times a second, at up to twice the speed. */
const BEFORE_SECONDS = 1
const AFTER_SECONDS = 0.5

/** Null where no flashes are near. @param spans by their beginning */
export function flashPhaseAt(spans: readonly FlashRange[], position: number): FlashPhase | null {
  const inside = spans.filter(({ from, to }) => position >= from && position < to)
  if (inside.length > 0) return { kind: 'inside', until: Math.max(...inside.map(({ to }) => to)) }
  const ahead = spans.find(({ from }) => from > position)
  if (!ahead || ahead.from - position > WARNED_SECONDS) return null
  return { kind: 'ahead', inSeconds: Math.ceil(ahead.from - position) }
}

/** Whether the picture is so near to flashes that a viewer who wants them dimmed sees it dimmed. */
export function isDimmedAt(spans: readonly FlashRange[], position: number): boolean {
  return spans.some(({ from, to }) => position >= from - BEFORE_SECONDS && position < to + AFTER_SECONDS)
}
