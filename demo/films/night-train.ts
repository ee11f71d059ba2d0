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
  shape,
  sparkle,
  times,
  transform,
  veil,
  wave,
} from '../film/drawing.ts'
import { type Film, HD } from '../film/film.ts'
import { glimmer, shaken, twinkle } from '../film/motion.ts'
import { openScene } from '../film/scene.ts'

const scene = openScene('night-train')
const sky = (t: number) => scene.layer(0) + scene.layer(1) + twinkle(scene, 2, 47, t) + scene.from(48, 51)
const sea = (t: number) => scene.layer(52) + scene.layer(53) + glimmer(scene, 54, 75, t)
const bridge = scene.from(76, 93)
const wires = scene.layer(117) + scene.layer(118)

/** The only passenger: a head and a raised hand in the seventh window. */
function passenger(waves: number): string {
  const head = disc(326, 196.5, 4.2, '#3A2436') + shape('M319 203q1-5 7-5t7 5z', '#3A2436')
  return head + transform(line('M331 202l4-8', '#3A2436', 1.8), { rotate: waves * 24, around: [331, 202] })
}

function train(t: number, waves = 0): string {
  return transform(scene.layer(94) + passenger(waves), { y: wave(t, 0.5) > 0 ? 0.5 : 0 })
}

const wide = {
  seconds: 6.5,
  draw(t: number) {
    const x = mix(-560, 30, 1 - (1 - linear(t, 0, 6.5)) ** 1.7)
    return (
      sky(t) +
      sea(t) +
      bridge +
      transform(train(t), { x }) +
      transform(scene.from(95, 116), { x, opacity: 0.6 + 0.4 * Math.abs(wave(t, 0.9)) }) +
      wires
    )
  },
}

const near = {
  seconds: 4.5,
  draw(t: number) {
    const masts = times(4, (at) => box(((at * 230 - t * 210) % 920) + 640 - 230, 120, 5, 120, '#071B2B'))
    const night = transform(sky(t), { x: -t * 2 }) + sea(t)
    const scenery = night + shaken(train(t, t > 1.6 ? wave(t, 0.7) : -1), t, 0.9) + bridge + masts
    return camera(scenery, { x: mix(352, 336, ease(t, 0, 4.5)), y: 190, zoom: mix(3.3, 3.9, ease(t, 0, 4.5)) })
  },
}

const lift = {
  seconds: 7,
  draw(t: number) {
    const rise = ease(t, 0.7, 6.4)
    const way = { x: mix(-250, 300, linear(t, 0, 6.6)), y: -rise * 250 }
    const trail = times(26, (at) => {
      const age = t - 0.9 - at * 0.2
      if (age < 0 || age > 2.4) return ''
      const then = ease(0.9 + at * 0.2, 0.7, 6.4)
      const x = mix(-250, 300, linear(0.9 + at * 0.2, 0, 6.6)) + 70 + ((at * 67) % 130)
      return sparkle(
        x,
        214 - then * 250 + age * 16 + ((at * 29) % 34),
        (9 - age * 3.6) * (0.7 + ((at * 13) % 7) / 10),
        at % 3 ? '#FFE9A8' : '#7CC7FF',
      )
    })
    const flying = transform(
      transform(train(t), { rotate: -rise * 17, around: [310, 206], scale: mix(1, 0.62, rise) }),
      way,
    )
    const vega = sparkle(566, 28, 10 + 14 * ease(t, 4.6, 6) + wave(t, 0.8) * 2, '#FFFDF4')
    const whole = sky(t) + vega + sea(t) + bridge + trail + flying + wires
    return (
      camera(whole, { x: 320, y: mix(180, 172, rise), zoom: 1.02 }) +
      iris(566, 30, 1 - linear(t, 6.1, 6.95), '#081620') +
      veil('#081620', 0)
    )
  },
}

function score(synth: Synth): void {
  synth.pad(0, 9, ['A2', 'E3', 'C4', 'G4'], 0.035)
  synth.pad(8, 6, ['F2', 'C3', 'A3', 'E4'], 0.035)
  synth.pad(13, 9, ['C3', 'G3', 'E4', 'B4'], 0.04)
  // Two pairs of axles.
  for (let at = 2; at < 14.2; at += 0.62) {
    for (const knock of [0, 0.12])
      synth.noise({ at: at + knock, seconds: 0.09, gain: 0.5, below: 260, release: 0.07, seed: 3 })
  }
  synth.noise({ at: 2, seconds: 12, gain: 0.12, below: 420, attack: 2.5, release: 1.2, seed: 5 })
  synth.tone({ at: 2.2, seconds: 1.1, pitch: 'E5', gain: 0.04, attack: 0.1, release: 0.5, shape: 'reed', pan: -0.5 })
  const tune = ['E5', 'G5', 'A5', 'E5', 'D5', 'C5', 'D5', 'E5', 'G5', 'B5', 'C6', 'E6']
  for (const [n, note] of tune.entries()) synth.bell(9 + n * 0.78, note, 0.1, n % 2 ? 0.3 : -0.3)
  synth.noise({ at: 13.8, seconds: 5, gain: 0.1, above: 2500, below: 9000, attack: 2, release: 2, seed: 8 })
  synth.echo()
}

export const film: Film = {
  key: 'night-train',
  size: HD,
  card: {
    background: '#0A1D3A',
    ink: '#F6EFDD',
    accent: '#FFD447',
    lines: ['The Last Local', 'to Vega'],
    end: 'Vega. All change.',
  },
  shots: [wide, near, lift],
  score,
}
