import type { Synth } from '../audio/synth.ts'
import {
  box,
  camera,
  DRAWINGS_PER_SECOND,
  disc,
  ease,
  iris,
  line,
  linear,
  mix,
  random,
  short,
  times,
  transform,
  wave,
} from '../film/drawing.ts'
import { type Film, HD } from '../film/film.ts'
import { shaken } from '../film/motion.ts'
import { layersOf, openScene } from '../film/scene.ts'

const scene = openScene('bike')
const parts = layersOf(scene.layer(64))

function wheel(x: number, t: number, turn: number): string {
  const spokes = times(6, (n) => {
    const angle = t * turn + (n * Math.PI) / 3
    return line(
      `M${x} 286L${short(x + Math.cos(angle) * 39)} ${short(286 + Math.sin(angle) * 39)}`,
      '#F6EFDD',
      1.6,
      'opacity=".7"',
    )
  })
  return `<circle cx="${x}" cy="286" r="42" fill="none" stroke="#F6EFDD" stroke-width="6"/>${spokes}${disc(x, 286, 5, '#F6EFDD')}`
}

/** The rider stands up in the pedals when `stand` is 1. */
function rider(t: number, turn: number, stand: number): string {
  const bob = Math.abs(wave(t, 0.66)) * 2 * (1 - stand)
  const hair = transform(line('M86 112Q58 112 34 122', '#E0553A', 9) + line('M84 120Q60 126 38 132', '#E0553A', 7), {
    rotate: wave(t, 0.5) * 9 - stand * 12,
    around: [88, 116],
  })
  const body = parts.slice(4, 8).join('') + hair + parts.slice(8).join('')
  return transform(
    wheel(0, t, turn) +
      wheel(148, t, turn) +
      (parts[3] ?? '') +
      transform(body, { y: -bob - stand * 7, x: -stand * 4, rotate: -stand * 7, around: [86, 240] }),
    { x: 250 },
  )
}

/** Rows of houses that pass: the nearer, the faster. */
function houses(t: number, speed: number, top: number, fill: string, seed: number): string {
  const width = 74
  const shift = (t * speed) % (width * 12)
  return times(24, (n) => {
    const x = n * width - shift - width
    if (x < -width || x > 660) return ''
    const kind = (n % 12) + seed
    const height = 40 + random(kind, seed) * 110
    const windows = times(6, (k) =>
      random(kind * 7 + k, 5) > 0.5
        ? box(
            x + 10 + (k % 3) * 18,
            282 - top - height + 14 + Math.floor(k / 3) * 22,
            6,
            8,
            random(k, kind) > 0.5 ? '#5FD4E0' : '#FF7A8C',
            'opacity=".85"',
          )
        : '',
    )
    const sign =
      random(kind, 8) > 0.72
        ? box(x + 26, 282 - top - height - 26, 12, 46, '#FF5A6E') +
          box(x + 29, 282 - top - height - 21, 6, 36, '#FFE3C4')
        : ''
    return box(x, 282 - top - height, width - 8 + random(kind) * 10, height + top + 20, fill) + windows + sign
  })
}

function streaks(t: number, force: number): string {
  const n = Math.round(t * DRAWINGS_PER_SECOND)
  return times(16, (at) => {
    const x = ((random(at, 21) * 900 - n * (46 + random(at, 22) * 46) * force + 90_000) % 900) - 160
    return line(
      `M${short(x)} ${short(296 + random(at, 23) * 58)}h${short(60 + random(at, 24) * 120 * force)}`,
      ['#FF7A8C', '#5FD4E0', '#FFC04D'][at % 3]!,
      1.8 + random(at, 25) * 1.8,
      'opacity=".75"',
    )
  })
}

const sun = (t: number) => transform(scene.from(2, 6), { x: -t * 1.5 })
const road = box(-60, 282, 760, 120, '#0A1026') + box(-60, 282, 760, 4, '#5FD4E0')

/** `leap` is the height of the jump: the houses sink and the sun grows. */
function city(t: number, speed: number, leap = 0): string {
  return (
    scene.layer(0) +
    box(-60, -60, 760, 480, 'url(#a)') +
    transform(sun(leap ? 10 : t), { scale: 1 + leap * 0.75, x: -leap * 84, y: -leap * 34, around: [430, 214] }) +
    transform(houses(t, 90 * speed, 22, '#16224A', 3), { y: leap * 70 }) +
    transform(houses(t, 230 * speed, 0, '#0C142C', 7), { y: leap * 110 })
  )
}

const ride = {
  seconds: 5,
  draw: (t: number) =>
    city(t, 1) +
    road +
    streaks(t, 1) +
    transform(rider(t, 13, 0), {
      x: mix(-150, 10, ease(t, -1, 2.2)) + wave(t, 2.2) * 10,
      y: wave(t, 0.33) > 0 ? 0.8 : 0,
    }),
}
const chase = {
  seconds: 4,
  draw(t: number) {
    const sparks = times(12, (n) => {
      const age = ((t * 3 + random(n)) % 1) * 0.9
      return line(
        `M${short(246 - age * 150)} ${short(326 - age * 34 * random(n, 2))}l-9 ${short(4 - random(n, 3) * 6)}`,
        '#FFC04D',
        2.4 * (1 - age),
      )
    })
    const close =
      city(t + 5, 1.5) +
      road +
      streaks(t + 5, 1.5) +
      transform(rider(t + 5, 17, ease(t, 2.6, 3.4)), { y: wave(t, 0.25) > 0 ? 1 : 0 }) +
      sparks
    return shaken(
      camera(close, {
        x: mix(300, 338, ease(t, 0, 3)),
        y: mix(270, 206, ease(t, 1, 3)),
        zoom: mix(2.5, 2.1, ease(t, 0, 3.5)),
      }),
      t,
      3,
    )
  },
}
const leap = {
  seconds: 5.5,
  draw(t: number) {
    // Slow motion in the air.
    const air = linear(t, 0.5, 4.1)
    const height = 4 * air * (1 - air)
    const slow = t < 0.5 ? 1 : t < 4.1 ? 0.22 : 1
    const clock = t < 0.5 ? t * 1 : t < 4.1 ? 0.5 + (t - 0.5) * 0.22 : 1.29 + (t - 4.1)
    const gap = mix(900, -360, air)
    const river =
      air > 0 && air < 1
        ? box(gap - 330, 282, 300, 80, '#1B3C78') +
          times(5, (n) => box(gap - 310 + n * 52, 300 + (n % 3) * 16, 34, 2.4, '#5FD4E0', 'opacity=".7"'))
        : ''
    const bike = transform(rider(clock + 9, 9 * slow + 4, height > 0.15 ? 1 : 0), {
      x: 10,
      y: -height * 88,
      rotate: mix(-13, 13, air) * Math.min(1, height * 3),
      around: [324, 250],
    })
    const whole = city(clock + 9, 1.2, height) + road + river + streaks(clock + 9, 0.4 + slow) + bike
    const landed = t > 4.1 && t < 4.6
    const dust = landed
      ? times(10, (n) =>
          line(
            `M${250 + (n % 2) * 148} 328l${short((random(n) - 0.65) * 130)} ${short(-random(n, 4) * 40)}`,
            '#FFC04D',
            3,
          ),
        )
      : ''
    return (
      camera(landed ? shaken(whole + dust, t, 9) : whole, {
        x: 320,
        y: 180 - height * 20,
        zoom: 1.04 + height * 0.12,
      }) + iris(350, 160, 1 - linear(t, 4.75, 5.45), '#0A1026')
    )
  },
}

function score(synth: Synth): void {
  const bass = ['A2', 'A2', 'F2', 'G2']
  const lead = ['A4', 'C5', 'E5', 'A5', 'G5', 'E5', 'D5', 'C5']
  const beat = (at: number, n: number, loud: number) => {
    if (n % 4 === 0) synth.thump(at, 0.6 * loud, 110)
    if (n % 4 === 2)
      synth.noise({
        at,
        seconds: 0.12,
        gain: 0.4 * loud,
        above: 900,
        below: 7000,
        attack: 0.002,
        release: 0.1,
        seed: n,
      })
    synth.noise({ at, seconds: 0.04, gain: 0.14 * loud, above: 6000, below: 14_000, release: 0.03, seed: n + 9 })
    synth.tone({
      at,
      seconds: 0.14,
      pitch: bass[Math.floor(n / 16) % 4]!,
      gain: 0.16 * loud,
      shape: 'square',
      release: 0.04,
    })
  }
  let n = 0
  for (let at = 2; at < 11.4; at += 0.1875, n += 1) {
    beat(at, n, 1)
    if (n % 2 === 0)
      synth.tone({
        at,
        seconds: 0.2,
        pitch: lead[(n / 2 + Math.floor(n / 16)) % 8]!,
        gain: 0.055,
        shape: 'square',
        release: 0.1,
        pan: n % 4 ? 0.4 : -0.4,
      })
  }
  synth.noise({ at: 2, seconds: 9.5, gain: 0.12, below: 1500, belowAtEnd: 3800, attack: 1, release: 0.3, seed: 2 })
  synth.pad(11.4, 4, ['A3', 'E4', 'B4', 'C5'], 0.05)
  for (const [k, note] of ['E5', 'B5', 'C6', 'E6', 'B6'].entries())
    synth.bell(11.8 + k * 0.62, note, 0.07, k % 2 ? 0.4 : -0.4)
  synth.noise({
    at: 11.5,
    seconds: 3.6,
    gain: 0.1,
    above: 300,
    below: 1800,
    belowAtEnd: 500,
    attack: 0.6,
    release: 0.4,
  })
  synth.thump(15.1, 1, 130)
  for (let at = 15.1, k = 0; at < 17.2; at += 0.1875, k += 1) beat(at, k, 1)
  synth.pad(16.5, 2, ['A2', 'A3', 'E4'], 0.06)
  synth.echo(0.19, 0.18)
}

export const film: Film = {
  key: 'bike',
  crf: 35,
  size: HD,
  card: {
    background: '#101B3C',
    ink: '#FFF1DC',
    accent: '#FF5A6E',
    lines: ['Downhill', 'at 24 Frames'],
    emblem: (t) =>
      times(6, (n) =>
        line(
          `M${short(700 - ((t * 900 + n * 190) % 1300))} ${92 + n * 38}h${90 + n * 22}`,
          ['#FF7A8C', '#5FD4E0', '#FFC04D'][n % 3]!,
          3,
          'opacity=".55"',
        ),
      ),
    end: 'No brakes',
  },
  shots: [ride, chase, leap],
  score,
}
