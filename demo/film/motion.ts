import { DRAWINGS_PER_SECOND, random, transform, wave } from './drawing.ts'
import type { Scene } from './scene.ts'

/** Stars, fireflies and distant windows: each layer dims and brightens separately, a few at a time. */
export function twinkle(scene: Scene, first: number, last: number, t: number, depth = 0.75): string {
  let drawn = ''
  for (let at = first; at <= last; at += 1) {
    // On sixes: faster twinkling looks like a defect.
    const step = Math.floor((t * DRAWINGS_PER_SECOND) / 3) * 0.25
    const light = 1 - depth * Math.max(0, wave(step, 2 + random(at) * 3, random(at, 1))) ** 2
    drawn += light > 0.97 ? scene.layer(at) : transform(scene.layer(at), { opacity: light })
  }
  return drawn
}

/** Light on water: each glint moves back and forth. */
export function glimmer(scene: Scene, first: number, last: number, t: number, reach = 8): string {
  let drawn = ''
  for (let at = first; at <= last; at += 1) {
    const step = Math.floor((t * DRAWINGS_PER_SECOND) / 2) / 6
    drawn += transform(scene.layer(at), { x: wave(step, 1.6 + random(at) * 1.8, random(at, 2)) * reach })
  }
  return drawn
}

/** Windows of which this share is lit, in a random order. */
export function lightUp(scene: Scene, first: number, last: number, share: number): string {
  let drawn = ''
  for (let at = first; at <= last; at += 1) if (random(at, 9) <= share) drawn += scene.layer(at)
  return drawn
}

/** The shake of a hand-held camera or of wheels on rails: a new position in each drawing. */
export function shaken(drawing: string, t: number, reach: number): string {
  const n = Math.round(t * DRAWINGS_PER_SECOND)
  return transform(drawing, { x: (random(n, 3) - 0.5) * reach, y: (random(n, 4) - 0.5) * reach })
}
