import type { Synth } from '../audio/synth.ts'
import { camera, ease, iris, line, linear, mix, pop, shape, short, times, transform, wave } from '../film/drawing.ts'
import { type Film, HD } from '../film/film.ts'
import { layersOf, openingOf, openScene } from '../film/scene.ts'

const scene = openScene('rooftop')

/** A walking person: alternating legs, and an arm that reaches out. */
function person(at: 11 | 12, t: number, walk: number, reach: number, x: number): string {
  const parts = layersOf(scene.layer(at))
  const legs = [2, 3, 4, 5]
    .map((n) => transform(parts[n] ?? '', { y: walk * Math.max(0, wave(t, 0.66, n % 2 ? 0 : 0.5)) * -4 }))
    .join('')
  const side = at === 11 ? 1 : -1
  const sleeve = '#F7E8DC'
  const arm =
    reach > 0
      ? line(
          `M${side * 10}-64Q${side * mix(16, 20, reach)} ${short(mix(-52, -54, reach))} ${side * mix(13, at === 11 ? 32.6 : 31.2, reach)} ${short(mix(-40, at === 11 ? -43 : -41, reach))}`,
          sleeve,
          5,
        )
      : (parts.at(-2) ?? '')
  const body = parts[0]! + parts[1]! + legs + parts.slice(6, -2).join('') + arm + (parts.at(-1) ?? '')
  const hop = walk * Math.abs(wave(t, 0.66)) * 2
  return transform(`${openingOf(scene.layer(at)) + body}</g>`, { x, y: -hop })
}

const hair = (t: number, x: number) => transform(scene.layer(13), { x, rotate: wave(t, 1.6) * 7, around: [256, 222] })
const birds = (t: number) =>
  transform(scene.layer(14), { x: t * 12 - 20, y: -t * 2, scaleY: wave(t, 0.7) > 0 ? 1 : 0.5, around: [120, 86] })

function roof(t: number, sink: number): string {
  return (
    scene.layer(0) +
    scene.layer(1) +
    transform(scene.layer(2), { y: sink * 26 }) +
    transform(scene.layer(4), { x: -t * 2.2 }) +
    transform(scene.layer(3), { x: -t * 3.6 }) +
    transform(scene.layer(5), { x: t * 3 }) +
    birds(t) +
    scene.from(6, 10)
  )
}

function pair(t: number, apart: number, walks: [number, number], reach: number): string {
  const [girl, boy] = [-apart, apart]
  return person(11, t, walks[0], reach, girl) + hair(t, girl) + person(12, t, walks[1], reach, boy)
}

const silence = {
  seconds: 6,
  draw: (t: number) =>
    camera(roof(t, t / 20) + pair(t, 46, [0, 0], 0), {
      x: mix(320, 310, ease(t, 0, 6)),
      y: mix(184, 192, ease(t, 0, 6)),
      zoom: mix(1.02, 1.2, ease(t, 0, 6)),
    }),
}
const steps = {
  seconds: 5.5,
  draw(t: number) {
    const hers = ease(t, 0.6, 1.3)
    const his = ease(t, 2, 2.7)
    const last = ease(t, 3.5, 4.6)
    const girl = -46 + hers * 16 + last * 26
    const boy = 46 - his * 16 - last * 26
    const walking = (from: number, to: number) => (t > from && t < to ? 1 : 0)
    const people =
      person(11, t, walking(0.6, 1.3) + walking(3.5, 4.6), 0, girl) +
      hair(t, girl) +
      person(12, t, walking(2, 2.7) + walking(3.5, 4.6), 0, boy)
    return camera(roof(t + 6, 0.3 + t / 20) + people, { x: 304, y: 262, zoom: mix(2.1, 2.3, ease(t, 0, 5.5)) })
  },
}
const bell = {
  seconds: 6.5,
  draw(t: number) {
    const reach = ease(t, 0.5, 1.6)
    const heart = (x: number, y: number, r: number, seen: number) =>
      transform(shape('M0 4C-10-6-5-14 0-8C5-14 10-6 0 4Z', '#F0405E'), { x, y, scale: r * seen })
    const hearts = times(5, (n) => {
      const age = t - 1.7 - n * 0.45
      return age > 0
        ? heart(
            302 + wave(age, 1.6, n / 4) * 14 + (n - 2) * 9,
            246 - age * 30,
            0.7 + (n % 3) * 0.25,
            pop(age, 0, 0.4) * (1 - linear(age, 1.6, 2.4)),
          )
        : ''
    })
    const ringing =
      t > 2.6 && t < 5
        ? times(3, (n) =>
            line(
              `M${508 - n * 15} ${132 - n * 7}q${-9 - n * 2} ${18 + n * 6} 0 ${36 + n * 13}`,
              '#FFF0B8',
              3,
              `opacity="${Math.round(t * 12 + n) % 3 ? 0.9 : 0.2}"`,
            ),
          )
        : ''
    const out = ease(t, 2.4, 3.4)
    const people = pair(t, 4, [0, 0], reach)
    return (
      camera(roof(t + 12, 0.6 + t / 16) + people + ringing + hearts, {
        x: mix(304, 340, out),
        y: mix(254, 196, out),
        zoom: mix(3.2, 1.24, out),
      }) + iris(268, 226, 1 - linear(t, 5.6, 6.45), '#2E2A4F')
    )
  },
}

function score(synth: Synth): void {
  const chords = [
    ['F3', 'A3', 'C4', 'E4'],
    ['G3', 'B3', 'D4', 'F4'],
    ['E3', 'G3', 'B3', 'D4'],
    ['A3', 'C4', 'E4', 'G4'],
    ['F3', 'A3', 'C4', 'E4'],
    ['C3', 'G3', 'C4', 'E4'],
  ]
  for (const [n, chord] of chords.entries()) {
    synth.pad(1.6 + n * 3.2, 3.8, chord, 0.028)
    for (let k = 0; k < 6; k += 1)
      synth.pluck(1.8 + n * 3.2 + k * 0.53, chord[[0, 2, 3, 1, 3, 2][k]!]!, 0.12, (k % 3) * 0.4 - 0.4)
  }
  for (const [n, note] of ['E5', 'D5', 'C5', 'G5', 'E5', 'A5', 'G5', 'C6'].entries())
    synth.pluck(8 + n * 1.06, note, 0.12, 0.2, 1.8)
  for (const at of [8.7, 9, 10.1, 10.4, 11.6, 11.9, 12.2])
    synth.noise({ at, seconds: 0.07, gain: 0.25, below: 900, release: 0.05 })
  for (const [n, note] of ['E5', 'C5', 'D5', 'G4'].entries()) synth.bell(16.1 + n * 0.62, note, 0.15, 0.6, 3)
  synth.noise({ at: 0, seconds: 22, gain: 0.05, below: 900, above: 200, attack: 2, release: 2, seed: 4 })
  synth.echo(0.36, 0.26)
}

export const film: Film = {
  key: 'rooftop',
  size: HD,
  card: {
    background: '#3B5FA8',
    ink: '#FFF6E8',
    accent: '#FFB46B',
    lines: ['Five Minutes', 'Before the Bell'],
    end: 'Late for class',
  },
  shots: [silence, steps, bell],
  score,
}
