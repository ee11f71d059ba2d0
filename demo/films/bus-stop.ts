import type { Synth } from '../audio/synth.ts'
import {
  box,
  camera,
  disc,
  ease,
  iris,
  line,
  linear,
  mix,
  pop,
  rain,
  shape,
  short,
  times,
  transform,
  veil,
  wave,
} from '../film/drawing.ts'
import type { Film } from '../film/film.ts'
import { layersOf, openScene } from '../film/scene.ts'

const scene = openScene('bus-stop')
const body = layersOf(scene.layer(19))
const hills = scene.from(0, 3)
const shelter = scene.from(6, 15)

function puddles(t: number): string {
  return times(9, (n) => {
    const age = (t * 0.9 + n / 9) % 1
    return `<ellipse cx="${60 + ((n * 137) % 560)}" cy="${short(306 + ((n * 41) % 46))}" rx="${short(4 + age * 20)}" ry="${short(0.6 + age * 2.4)}" fill="none" stroke="#9CC1C8" stroke-width="1.6" opacity="${short(1 - age)}"/>`
  })
}

const lamp = (t: number) => (t % 3.7 < 0.1 || (t % 3.7 > 0.2 && t % 3.7 < 0.3) ? '' : scene.layer(16)) + scene.layer(17)

function street(t: number): string {
  return hills + scene.from(4, 5) + shelter + lamp(t) + transform(scene.layer(18), { opacity: 1 })
}

const umbrella = (fill: string, shade: string) =>
  shape(
    'M350 196Q356 140 414 136Q472 140 478 196Q462 184 446 196Q430 184 414 196Q398 184 382 196Q366 184 350 196Z',
    fill,
  ) +
  shape('M414 136Q470 140 478 196Q462 184 446 196Q444 150 414 136Z', shade) +
  scene.layer(22)

/** She looks back when `turned` is 1. */
function girl(t: number, turned: number, x = 0): string {
  const face =
    turned > 0.5
      ? disc(-3, -78, 9, '#F0C9AE') +
        disc(-7, -79, 1.4, '#241C28') +
        disc(0, -79, 1.4, '#241C28') +
        line('M-6-74q3 2 5 0', '#B5573F', 1.4) +
        disc(-9, -75, 2, '#EE9C86')
      : ''
  const person = `<g transform="translate(412 300) scale(1.2)">${body.slice(0, 8).join('')}${face}${body.slice(8).join('')}</g>`
  return transform(
    person + transform(umbrella('#FFD447', '#E0AE1C'), { rotate: wave(t, 2.8) * 1.6, around: [414, 252] }),
    {
      x,
    },
  )
}

/** The passenger who got off: the same raincoat, another umbrella. */
function other(t: number, x: number, walking: number, seen: number): string {
  const step = walking * wave(t, 0.66)
  const legs = line(`M-4-14L${short(-5 - step * 6)}-2M4-14L${short(5 + step * 6)}-2`, '#1B2733', 6)
  const coat =
    shape('M-11-64Q0-72 11-64L15-14H-15Z', '#3D5C73') + line('M-10-62Q-16-50-13-40M10-62Q16-50 13-40', '#3D5C73', 6)
  const face =
    disc(0, -79, 11, '#E2B394') +
    shape('M-12-79Q-13-93 0-92Q13-93 12-78Q4-86-12-79Z', '#3A2418') +
    disc(3, -78, 1.4, '#241C28') +
    disc(8, -78, 1.4, '#241C28') +
    line('M3-73q3 2 5 0', '#B5573F', 1.4)
  const person = `<g transform="translate(412 300) scale(1.22)">${legs}${coat}${face}</g>`
  return transform(
    person + transform(umbrella('#E8503A', '#B3342B'), { rotate: wave(t, 2.4) * 2, around: [414, 252] }),
    {
      x,
      y: -walking * Math.abs(step) * 2,
      opacity: seen,
    },
  )
}

function bus(x: number): string {
  const windows = times(
    7,
    (n) =>
      box(x + 40 + n * 62, 150, 50, 46, '#FFE9A8', 'rx="4"') +
      (n % 3 === 1
        ? disc(x + 66 + n * 62, 184, 9, '#5A4636') + shape(`M${x + 52 + n * 62} 196q2-14 14-14t14 14z`, '#5A4636')
        : ''),
  )
  const wheels = [92, 400].map((at) => disc(x + at, 292, 24, '#10202B') + disc(x + at, 292, 10, '#6A909B')).join('')
  return (
    shape(`M${x} 190L${x - 260} 330H${x - 20}L${x} 262Z`, '#FFF1B8', 'opacity=".22"') +
    box(x, 126, 500, 162, '#E9DFC6', 'rx="14"') +
    box(x, 214, 500, 22, '#2E7FA8') +
    windows +
    box(x + 6, 148, 26, 60, '#9CC1C8', 'rx="4"') +
    box(x + 8, 130, 76, 15, '#10202B', 'rx="3"') +
    box(x + 14, 134, 64, 7, '#FFB24A') +
    disc(x + 10, 256, 7, '#FFF6D0') +
    wheels
  )
}

const waiting = {
  seconds: 6,
  draw: (t: number) =>
    camera(street(t) + girl(t, 0) + puddles(t) + rain(t, 46), { x: 320, y: 180, zoom: mix(1, 1.08, ease(t, 0, 6)) }),
}
const passing = {
  seconds: 4.5,
  draw(t: number) {
    const x = mix(760, -900, linear(t, 0.8, 2.7))
    const splash =
      t > 1.2 && t < 3.2
        ? times(16, (n) => {
            const age = t - 1.2 - (n % 4) * 0.1
            return age > 0 && age < 1.3
              ? disc(
                  520 - n * 24 - age * 40,
                  316 - 150 * age * (1.3 - age) * (0.5 + (n % 5) / 6),
                  4.5 - age * 2.4,
                  '#CFE6EA',
                  0.85,
                )
              : ''
          })
        : ''
    const glare = veil('#FFF1B8', 0.22 * (ease(t, 0.2, 0.9) - ease(t, 1.1, 1.8)))
    const tip = ease(t, 1.1, 1.5) - ease(t, 2.6, 3.2)
    return (
      street(t + 6) +
      (t > 2 ? other(t, -166, 0, 1) : '') +
      transform(girl(t + 6, 0), { rotate: tip * -4, around: [412, 300] }) +
      bus(x) +
      splash +
      puddles(t) +
      rain(t + 6, 46) +
      glare
    )
  },
}
const meeting = {
  seconds: 7.5,
  draw(t: number) {
    const come = ease(t, 2, 4)
    const touch = t > 4 && t < 4.4 ? (Math.round(t * 12) % 2 ? 2 : -2) : 0
    const x = mix(-166, -112, come)
    const heart = pop(t, 4.5, 0.5)
    const drop = heart
      ? transform(shape('M0 8C-20-10-10-26 0-15C10-26 20-10 0 8Z', '#FF8FA3'), {
          x: 358,
          y: 152 - ease(t, 4.5, 7) * 12,
          scale: heart * 0.9,
        })
      : ''
    const couple = other(t, x + touch, t > 2 && t < 4 ? 1 : 0, 1) + girl(t + 10, t > 1.1 ? 1 : 0, touch * -0.5)
    return (
      camera(street(t + 10) + couple + puddles(t) + rain(t + 10, Math.round(mix(46, 10, ease(t, 4, 7)))) + drop, {
        x: mix(330, 350, ease(t, 0, 3)),
        y: mix(200, 214, ease(t, 0, 3)),
        zoom: mix(1.3, 1.65, ease(t, 0.5, 4.5)),
      }) + iris(338, 148, 1 - linear(t, 6.6, 7.45), '#1B3A52')
    )
  },
}

function score(synth: Synth): void {
  synth.noise({ at: 0, seconds: 22, gain: 0.3, above: 700, below: 5200, attack: 1.2, release: 3, seed: 21 })
  synth.noise({ at: 0, seconds: 22, gain: 0.14, below: 420, attack: 1.2, release: 3, seed: 22 })
  for (const [n, chord] of [
    ['D3', 'F#3', 'C#4', 'A3'],
    ['B2', 'F#3', 'D4', 'A3'],
    ['G2', 'D3', 'B3', 'F#4'],
    ['A2', 'E3', 'C#4', 'G4'],
    ['D3', 'F#3', 'A3', 'E4'],
  ].entries())
    synth.pad(1 + n * 4.1, 5, chord, 0.026)
  for (const [n, note] of ['F#4', 'A4', 'C#5', 'B4', 'A4', 'F#4'].entries())
    synth.pluck(2.4 + n * 0.95, note, 0.15, n % 2 ? 0.2 : -0.2, 2)
  synth.noise({ at: 8, seconds: 3.6, gain: 1, below: 160, belowAtEnd: 320, attack: 1.2, release: 1.6, seed: 23 })
  synth.tone({ at: 8, seconds: 3.2, pitch: 72, slideTo: 54, gain: 0.2, shape: 'reed', attack: 1, release: 1.4 })
  synth.noise({ at: 9.4, seconds: 1.2, gain: 0.5, above: 1500, below: 7000, attack: 0.05, release: 1, seed: 24 })
  for (const [n, note] of ['D5', 'F#5', 'A5', 'E5', 'F#5', 'D6', 'C#6', 'A5', 'F#5', 'D5'].entries())
    synth.pluck(13.3 + n * 0.7, note, 0.15, n % 2 ? 0.25 : -0.25, 2)
  synth.bell(17, 'D6', 0.1)
  synth.bell(17.15, 'F#6', 0.08)
  synth.echo(0.35, 0.25)
}

export const film: Film = {
  key: 'bus-stop',
  crf: 34,
  size: { width: 960, height: 720 },
  card: {
    background: '#1B3A52',
    ink: '#FFF6E0',
    accent: '#FFD447',
    lines: ['The 19:04', 'Does Not', 'Stop Here'],
    end: 'Let us walk',
  },
  shots: [waiting, passing, meeting],
  score,
}
