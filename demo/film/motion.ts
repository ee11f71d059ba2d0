import { chance, DRAWINGS_PER_SECOND, place, wave } from './drawing.ts'
import type { Scene } from './scene.ts'

/** Stars, fireflies and far windows: each layer dims and lights up on its own, a few at a time. */
export function twinkle(scene: Scene, first: number, last: number, t: number, depth = 0.75): string {
  let drawn = ''
  for (let at = first; at <= last; at += 1) {
    // On sixes: what twinkles faster looks broken.
    const step = Math.floor((t * DRAWINGS_PER_SECOND) / 3) * 0.25
    const light = 1 - depth * Math.max(0, wave(step, 2 + chance(at) * 3, chance(at, 1))) ** 2
    drawn += light > 0.97 ? scene.layer(at) : place(scene.layer(at), { opacity: light })
  }
  return drawn
}

/** Light on water: each glint slides to and fro. */
export function glimmer(scene: Scene, first: number, last: number, t: number, reach = 8): string {
  let drawn = ''
  for (let at = first; at <= last; at += 1) {
    const step = Math.floor((t * DRAWINGS_PER_SECOND) / 2) / 6
    drawn += place(scene.layer(at), { x: wave(step, 1.6 + chance(at) * 1.8, chance(at, 2)) * reach })
  }
  return drawn
}

/** Windows that are lit, one after the other in no order, until all are by `until`. */
export function lightUp(scene: Scene, first: number, last: number, share: number): string {
  let drawn = ''
  for (let at = first; at <= last; at += 1) if (chance(at, 9) <= share) drawn += scene.layer(at)
  return drawn
}

/** The shake of a hand-held camera or of wheels on rails: a new place each drawing. */
export function shaken(drawing: string, t: number, reach: number): string {
  const n = Math.round(t * DRAWINGS_PER_SECOND)
  return place(drawing, { x: (chance(n, 3) - 0.5) * reach, y: (chance(n, 4) - 0.5) * reach })
}
