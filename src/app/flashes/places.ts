import type { FlashKind, FlashSpan } from '#video/video.ts'
import { noFlashes, type ShownFlashes } from './shown-flashes.ts'

/** A place at which an episode flashes: the spans that overlap, as one. Times in seconds. */
export interface FlashPlace {
  from: number
  to: number
  /** Red where any of it is. */
  kind: FlashKind
  perSecond: number
}

/** Joins spans that overlap. @param spans by their beginning */
export function placesOf(spans: readonly FlashSpan[]): FlashPlace[] {
  const places: FlashPlace[] = []
  for (const { from, to, kind, perSecond } of spans) {
    const last = places.at(-1)
    if (!last || from > last.to) places.push({ from, to, kind, perSecond })
    else {
      last.to = Math.max(last.to, to)
      last.perSecond = Math.max(last.perSecond, perSecond)
      if (kind === 'red') last.kind = kind
    }
  }
  return places
}

/** 'Flashing lights in 3 places: more than three flashes per second, 22 seconds in total.', and why that matters. */
export function flashSummary(places: readonly FlashPlace[]): string {
  const where = places.length === 1 ? 'one place' : `${places.length} places`
  const seconds = places.reduce((sum, { from, to }) => sum + to - from, 0)
  const all = places.length === 1 ? '' : ' in total'
  const found = `Flashing lights in ${where}: more than three flashes per second, ${inSeconds(seconds)}${all}.`
  return `${found} This can trigger seizures in people with photosensitive epilepsy.`
}

/** '9 seconds', at least one. */
export function inSeconds(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  return whole === 1 ? '1 second' : `${whole} seconds`
}

/** 'white, 8 per second' */
export function kindOfPlace({ kind, perSecond }: FlashPlace): string {
  return `${kind === 'red' ? 'red' : 'white'}, ${perSecond} per second`
}

/** These spans in the shape that pages get. */
export function shownFlashes(spans: readonly FlashSpan[]): ShownFlashes {
  if (spans.length === 0) return noFlashes
  const places = placesOf(spans)
  return {
    spans: spans.map(({ from, to, kind }) => ({ from, to, kind })),
    summary: flashSummary(places),
    places: places.map((place) => ({
      from: place.from,
      length: inSeconds(place.to - place.from),
      kind: kindOfPlace(place),
    })),
    dimming: 'Dimming evens out the brightness between flashes. Sound, length and drawings stay the same.',
  }
}
