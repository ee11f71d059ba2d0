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
  shape,
  snore,
  times,
  transform,
  veil,
  wave,
} from '../film/drawing.ts'
import { type Film, HD } from '../film/film.ts'
import { lightUp, shaken } from '../film/motion.ts'
import { layersOf, openingOf, openScene } from '../film/scene.ts'

const scene = openScene('mecha')
const limbs = layersOf(scene.layer(9))
const dark = (drawing: string) => `${openingOf(scene.layer(9))}${drawing}</g>`
const [leftEye, rightEye] = ['M310 82h20v7h-18z', 'M352 82h-16v7h15z']

/** `lids` is 0 for shut eyes, 1 for open ones. */
function unit(t: number, lids: [number, number], arm = 0): string {
  const breath = wave(t, 2.4)
  const eyes = [leftEye, rightEye].map((d, n) => {
    const lid = lids[n] ?? 0
    return shape(d, '#3C2A38') + (lid > 0 ? transform(shape(d, '#7CF0E0'), { scaleY: lid, around: [332, 86] }) : '')
  })
  const core =
    disc(332, 164, 13, '#7CF0E0', lids[0] > 0.5 ? 1 : 0.25 + 0.2 * (breath + 1)) +
    (lids[0] > 0.5 ? scene.layer(13) : '')
  const swing = (drawing: string) => transform(drawing, { rotate: -arm, around: [446, 186] })
  const upper = limbs.filter((_, n) => ![5, 6, 7, 3].includes(n)).join('')
  const legs = dark(limbs.slice(6, 8).join(''))
  const rising =
    dark(upper) + dark(limbs[3] ?? '') + scene.layer(10) + eyes.join('') + core + dark(swing(limbs[5] ?? ''))
  return legs + transform(rising, { y: breath * 1.6 })
}

function clock(t: number, ringing: boolean): string {
  const hop = ringing ? Math.abs(wave(t, 0.25)) * 4 : 0
  const tilt = ringing ? (Math.round(t * 12) % 2 ? 9 : -9) : 0
  const bells = disc(-9, -15, 6.5, '#F6503A') + disc(9, -15, 6.5, '#F6503A') + line('M0-17v-5', '#26121E', 2)
  const feet = line('M-8 12l-4 5M8 12l4 5', '#26121E', 3)
  const face = disc(0, 0, 15, '#F6503A') + disc(0, 0, 11.5, '#FFF6D8') + line('M0 0V-7M0 0l5 3', '#26121E', 2)
  const rings = ringing ? line('M-22-22l-7-6M22-22l7-6M-26-12h-9M26-12h9', '#FFF6D8', 2.6) : ''
  return transform(transform(feet + bells + face + rings, { rotate: tilt }), { x: 412, y: 84 - hop })
}

const dusk = (t: number) =>
  scene.layer(0) + scene.layer(1) + disc(330, 172, 132 + wave(t, 3) * 2, '#F6503A', 0.95) + scene.from(4, 7)
const birds = (t: number, y = 0) =>
  transform(scene.layer(37), {
    x: t * 9 - 40,
    y: y + wave(t, 0.8) * 3,
    scaleY: wave(t, 0.66) > 0 ? 1 : 0.55,
    around: [320, 100],
  })
const city = (t: number, awake: number) => scene.layer(14) + lightUp(scene, 15, 36, awake) + veil('#3A1523', 0 * t)

function whole(t: number, giant: string, awake = 0.5): string {
  return dusk(t) + birds(t) + scene.layer(8) + giant + city(t, awake)
}

const asleep = {
  seconds: 5.5,
  draw: (t: number) =>
    camera(whole(t, unit(t, [0, 0])) + snore(t, 372, 62, '#3A1523', 26), {
      x: 320,
      y: mix(188, 176, ease(t, 0, 5.5)),
      zoom: mix(1, 1.12, ease(t, 0, 5.5)),
    }),
}
const alarm = {
  seconds: 5,
  draw(t: number) {
    const ringing = t > 1
    const lid = (at: number) => (t < at ? 0 : t < at + 0.4 ? 0.35 : t < at + 0.7 ? 0 : 0.55)
    const scenery =
      whole(t + 5, unit(t + 5, [lid(2), lid(2.9)])) + (t < 1 ? snore(t + 5.5, 372, 62, '#3A1523', 22) : '')
    const drop = transform(clock(t, ringing), { y: mix(-140, 0, pop(t, 0.25, 0.5)) })
    const near = camera(scenery + drop, { x: 352, y: 92, zoom: 2.5 })
    return ringing ? shaken(near, t, 4) : near
  },
}
const snooze = {
  seconds: 7,
  draw(t: number) {
    const hit = 1.9
    const arm =
      t < hit ? mix(0, 150, ease(t, 0.8, 1.5)) + mix(0, 48, ease(t, 1.65, hit)) : mix(198, 0, ease(t, 2.7, 3.8))
    const open = t < hit ? 0.55 : t < 2.8 ? 0.3 : 0
    const puff = times(9, (at) =>
      disc(
        412 + Math.cos(at * 0.7) * 60 * ease(t, hit, hit + 0.7),
        82 + Math.sin(at * 0.7) * 40 * ease(t, hit, hit + 0.7),
        15 * (1 - linear(t, hit, hit + 0.9)),
        '#FFE7A6',
      ),
    )
    const bits = t > hit ? puff : clock(t, true)
    const bird = t > 4.2 ? perched(t) : ''
    const sleeping = t > 3.2 ? snore(t, 376, 58, '#3A1523', 26) : ''
    const scenery = whole(t + 10, unit(t, [open, open], arm) + bits + bird, t > hit && t < 3 ? 1 : 0.5) + sleeping
    const moved = t > hit && t < hit + 0.5 ? shaken(scenery, t, 12) : scenery
    return camera(moved, { x: 320, y: 176, zoom: 1.1 }) + iris(331, 100, 1 - linear(t, 6.1, 6.95), '#3A1523')
  },
}

/** A sparrow that takes the ear for a branch. */
function perched(t: number): string {
  const land = ease(t, 4.2, 5)
  const body =
    shape('M-9 0q0-9 9-9q8 0 9 6l6 2-6 2q-2 6-9 6t-9-7z', '#7C2537') +
    shape('M-8-1l-9 5 9 2z', '#7C2537') +
    disc(4, -4, 1.3, '#FFF6D8')
  const wing =
    land < 1 ? shape(wave(t, 0.33) > 0 ? 'M-4-6q4-14 10-12q-2 10-6 12z' : 'M-4-2q2 10 8 9q-2-8-4-9z', '#7C2537') : ''
  return transform(transform(body + wing, { rotate: land === 1 && t % 1.2 < 0.25 ? 14 : 0 }), {
    x: mix(120, 288, land),
    y: mix(20, 26, land),
  })
}

function score(synth: Synth): void {
  for (let at = 2; at < 8.2; at += 2.4)
    synth.tone({
      at: at + 0.2,
      seconds: 1.5,
      pitch: 70,
      slideTo: 52,
      gain: 0.3,
      attack: 0.5,
      release: 0.7,
      shape: 'reed',
      vibrato: 0.03,
    })
  synth.pad(0, 7.5, ['D2', 'A2', 'D3', 'F3'], 0.04)
  synth.thump(7.95, 0.3, 180)
  for (let at = 8.5; at < 14.4; at += 0.5) {
    for (const beep of [0, 0.12])
      synth.tone({ at: at + beep, seconds: 0.09, pitch: 'B5', gain: 0.11, shape: 'square', release: 0.02, pan: 0.25 })
  }
  for (const at of [9.5, 10.4])
    synth.tone({ at, seconds: 0.4, pitch: 220, slideTo: 880, gain: 0.1, shape: 'reed', release: 0.2, pan: -0.3 })
  synth.tone({ at: 13.3, seconds: 0.8, pitch: 60, slideTo: 130, gain: 0.25, shape: 'reed', release: 0.1 })
  synth.thump(14.4, 1, 120)
  synth.noise({ at: 14.4, seconds: 0.9, gain: 0.9, below: 1800, belowAtEnd: 120, attack: 0.004, release: 0.7 })
  synth.pad(15.2, 6.3, ['D2', 'A2', 'F#3', 'A3'], 0.045)
  for (const at of [15.9, 18.3])
    synth.tone({
      at,
      seconds: 1.5,
      pitch: 70,
      slideTo: 52,
      gain: 0.3,
      attack: 0.5,
      release: 0.7,
      shape: 'reed',
      vibrato: 0.03,
    })
  for (const [n, at] of [17.3, 17.45, 17.6, 18.6, 18.75].entries())
    synth.tone({ at, seconds: 0.1, pitch: 2600 + n * 90, slideTo: 3400, gain: 0.05, release: 0.05, pan: -0.2 })
  for (const [n, note] of ['D5', 'F#5', 'A5'].entries()) synth.bell(19.4 + n * 0.2, note, 0.09)
  synth.echo(0.24, 0.2)
}

export const film: Film = {
  key: 'mecha',
  size: HD,
  card: {
    background: '#F2C36B',
    ink: '#3A1523',
    accent: '#F6503A',
    lines: ['Unit Zero', 'Overslept'],
    emblem: (t) =>
      disc(320, 182, 118 * pop(t, 0.05, 0.7), '#F6503A', 0.9) +
      box(180, 214, 280, 3, '#F2C36B') +
      box(180, 236, 280, 6, '#F2C36B') +
      box(180, 260, 280, 9, '#F2C36B'),
    end: 'Five more minutes',
  },
  shots: [asleep, alarm, snooze],
  score,
}
