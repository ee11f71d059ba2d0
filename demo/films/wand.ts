import type { Synth } from '../audio/synth.ts'
import {
  box,
  camera,
  disc,
  ease,
  line,
  linear,
  mix,
  pop,
  shape,
  short,
  sparkle,
  times,
  transform,
  veil,
  wave,
} from '../film/drawing.ts'
import { type Film, HD } from '../film/film.ts'
import { shaken } from '../film/motion.ts'
import { layersOf, openScene } from '../film/scene.ts'

const scene = openScene('wand')
const parts = layersOf(scene.layer(6))
const staff = parts.slice(0, 6).join('')
const head = parts.slice(6, 9).join('')
const heart = parts.slice(9).join('')

/** `droop` lets the star hang; `beat` is the heart's size. */
function wand(tilt: number, droop: number, beat: number): string {
  const star = transform(head + transform(heart, { scale: beat, around: [330, 172] }), {
    rotate: droop * 34,
    y: droop * 22,
    x: droop * 10,
    around: [330, 150],
  })
  return transform(staff + star, { rotate: tilt, around: [330, 168] })
}

const rays = (turn: number, strength = 0.5) =>
  transform(`<g opacity="${short(strength * 2)}">${scene.layer(2)}</g>`, { rotate: turn, around: [330, 168] })
const ground = scene.layer(0) + box(-320, -180, 1280, 720, 'url(#a)')
const trinkets = (t: number) =>
  scene.layers
    .slice(7)
    .map((layer, n) =>
      transform(layer, {
        scale: 0.7 + 0.35 * Math.abs(wave(t, 1.9, n / 7)),
        around: spots[n] ?? [320, 180],
        rotate: n > 6 ? t * 20 : 0,
      }),
    )
    .join('')
const spots: [number, number][] = [
  [150, 96],
  [520, 110],
  [486, 256],
  [96, 240],
  [196, 300],
  [570, 210],
  [230, 52],
  [86, 149],
  [559, 299],
  [440, 44],
]
const badge = (t: number, grow: number) =>
  transform(scene.layer(3) + transform(scene.layer(4), { rotate: t * 14, around: [330, 168] }) + scene.layer(5), {
    scale: grow,
    around: [330, 168],
  })

const ready = {
  seconds: 5,
  draw(t: number) {
    const charge = 1 + 0.05 * wave(t, 0.5) * ease(t, 2, 4.8)
    const sparks =
      t > 2.2
        ? times(10, (n) => {
            const age = ((t - 2.2) * 1.2 + n / 10) % 1
            const angle = n * 2.4
            return sparkle(
              330 + Math.cos(angle) * 210 * (1 - age),
              168 + Math.sin(angle) * 150 * (1 - age),
              9 * age,
              '#FFFDF4',
            )
          })
        : ''
    return (
      ground +
      rays(t * 10) +
      badge(t, charge) +
      trinkets(t) +
      sparks +
      wand(24 + wave(t, 1.8) * 7, 0, 1 + 0.14 * Math.max(0, wave(t, 0.9)))
    )
  },
}
const fizzle = {
  seconds: 5.5,
  draw(t: number) {
    const flop = pop(t, 0.35, 0.8)
    const tapping = t > 2.6 && t < 4.2 ? wave(t, 0.25) * 13 : 0
    const smoke = times(7, (n) => {
      const age = t - 0.3 - n * 0.09
      return age > 0 && age < 2
        ? disc(
            332 + Math.sin(n * 2.1) * 44 + age * 14,
            120 - age * 46 + Math.cos(n * 3) * 22,
            25 * Math.min(1, age * 3) * (1 - age / 2),
            n % 2 ? '#8A7F92' : '#6B6278',
            0.9,
          )
        : ''
    })
    const cough = t > 1.2 && t < 1.5 ? 'M392 110l26-8M396 128h24' : ''
    const spark = t > 4.3 ? sparkle(356, 132, 14 * pop(t, 4.3, 0.5) + 26 * ease(t, 4.8, 5.5)) : ''
    const still =
      ground +
      veil('#6E6478', 0.5 * ease(t, 0.3, 0.7)) +
      rays(50, 0.12) +
      disc(330, 168, 128, '#D9CDD0') +
      wand(24 + tapping, flop - 0.25 * ease(t, 4.3, 4.8), t > 4.3 ? 1.15 : 0.72) +
      smoke +
      line(cough, '#4A4152', 4) +
      spark
    return camera(t > 2.6 && t < 4.2 ? shaken(still, t, 3) : still, {
      x: 338,
      y: 156,
      zoom: mix(1.9, 2.1, ease(t, 0, 5)),
    })
  },
}
const burst = {
  seconds: 5.5,
  draw(t: number) {
    const flash = 1 - linear(t, 0, 0.5)
    const rings = times(3, (n) => {
      const grown = linear(t, 0.1 + n * 0.35, 1.5 + n * 0.35)
      return grown > 0 && grown < 1
        ? `<circle cx="330" cy="168" r="${short(60 + grown * 420)}" fill="none" stroke="${['#F0405E', '#2A8C9A', '#FFD447'][n]}" stroke-width="${short(26 * (1 - grown))}"/>`
        : ''
    })
    const stars = times(34, (n) => {
      const age = t - (n % 5) * 0.3
      if (age <= 0) return ''
      const angle = n * 2.399
      const way = 430 * (1 - Math.exp(-age * 1.1)) * (0.5 + ((n * 7) % 10) / 14)
      const at: [number, number] = [330 + Math.cos(angle) * way, 168 + Math.sin(angle) * way * 0.8 + age * age * 6]
      return n % 3
        ? sparkle(at[0], at[1], 13 - (n % 4) * 2, n % 2 ? '#FFFDF4' : '#FFD447')
        : transform(scene.layer(14 + (n % 3 ? 0 : (n / 3) % 3)), {
            x: at[0] - (spots[7 + ((n / 3) % 3)]?.[0] ?? 0),
            y: at[1] - (spots[7 + ((n / 3) % 3)]?.[1] ?? 0),
          })
    })
    const spin = 24 - 720 * (1 - (1 - linear(t, 0, 1.8)) ** 2.2)
    const win =
      ground +
      rays(t * 60, 0.62) +
      rings +
      badge(t * 2, pop(t, 0.1, 0.7)) +
      stars +
      wand(spin, 0, 1.1 + 0.2 * Math.max(0, wave(t, 0.5)))
    return (
      camera(t < 0.8 ? shaken(win, t, 10) : win, { x: 326, y: 176, zoom: mix(1.15, 1, ease(t, 0, 1.5)) }) +
      veil('#FFFDF4', flash) +
      veil('#FFFDF4', linear(t, 4.9, 5.45))
    )
  },
}

function score(synth: Synth): void {
  const up = ['C5', 'E5', 'G5', 'A5', 'C6', 'E6', 'G6']
  synth.pad(0, 4.4, ['C4', 'E4', 'G4', 'A4'], 0.03)
  for (let n = 0; n < 18; n += 1) synth.bell(2 + n * 0.28, up[n % 7]!, 0.05 + n * 0.003, (n % 5) / 2.5 - 0.8, 0.9)
  synth.tone({ at: 4.4, seconds: 2.6, pitch: 200, slideTo: 1300, gain: 0.07, attack: 1.4, release: 0.1, shape: 'soft' })
  synth.tone({ at: 7.25, seconds: 1, pitch: 500, slideTo: 70, gain: 0.2, shape: 'reed', release: 0.3 })
  synth.noise({ at: 7.3, seconds: 1.2, gain: 0.4, below: 2400, belowAtEnd: 200, attack: 0.01, release: 0.9 })
  synth.tone({ at: 8.2, seconds: 0.16, pitch: 190, slideTo: 120, gain: 0.2, shape: 'square', release: 0.05 })
  for (let n = 0; n < 7; n += 1) synth.thump(9.65 + n * 0.25, 0.25, 300)
  synth.bell(11.3, 'G6', 0.1)
  synth.tone({
    at: 11.4,
    seconds: 1.1,
    pitch: 300,
    slideTo: 2400,
    gain: 0.06,
    attack: 0.8,
    release: 0.05,
    shape: 'soft',
  })
  synth.thump(12.5, 0.9, 140)
  synth.noise({ at: 12.5, seconds: 2, gain: 0.35, above: 2000, below: 11_000, attack: 0.005, release: 1.8 })
  synth.pad(12.5, 6.5, ['C3', 'G3', 'C4', 'E4', 'G4'], 0.05)
  for (const [n, note] of ['G5', 'C6', 'E6', 'D6', 'C6', 'E6', 'G6', 'E6', 'C6', 'D6', 'G6'].entries())
    synth.bell(12.6 + n * 0.34, note, 0.12, n % 2 ? 0.4 : -0.4)
  for (let n = 0; n < 20; n += 1) synth.pluck(12.5 + n * 0.25, n % 4 === 3 ? 'G3' : 'C3', 0.16, 0, 0.4)
  synth.echo(0.25, 0.24)
}

export const film: Film = {
  key: 'wand',
  crf: 35,
  size: HD,
  card: {
    background: '#FF8FA3',
    ink: '#5A1430',
    accent: '#FFF4DA',
    lines: ['Magical Intern', 'Ruri'],
    emblem: (t) =>
      transform(shape('M320 60L352 138L436 144L372 198L392 280L320 236L248 280L268 198L204 144L288 138Z', '#FFC8A8'), {
        rotate: t * 12,
        scale: 1.25 * pop(t, 0.05, 0.7),
        around: [320, 180],
      }),
    end: 'Probation passed',
  },
  shots: [ready, fizzle, burst],
  score,
}
