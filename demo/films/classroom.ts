import type { Synth } from '../audio/synth.ts'
import {
  camera,
  disc,
  ease,
  line,
  linear,
  mix,
  shape,
  snore,
  textElement,
  times,
  transform,
  veil,
  wave,
} from '../film/drawing.ts'
import { type Film, HD } from '../film/film.ts'
import { layersOf, openScene } from '../film/scene.ts'

const scene = openScene('classroom')
const girlParts = layersOf(scene.layer(16))

function window_(t: number): string {
  return (
    scene.from(2, 3) +
    transform(scene.layer(4), { x: -t * 3 }) +
    transform(scene.layer(5), { x: t * 2 }) +
    scene.layer(6)
  )
}

/** The curtain sways, with a bulge when a person stands behind it. */
const curtain = (t: number, force: number) =>
  transform(scene.from(9, 10), {
    skewX: wave(t, 3.4) * 5 * force,
    scaleX: 1 + wave(t, 2.7) * 0.05 * force,
    around: [275, 30],
  }) + scene.layer(11)

/** `eyes`: 0 shut, 1 wide. */
function sleeper(t: number, eyes: number): string {
  const open =
    eyes > 0
      ? [466, 488].map((x) => disc(x, 214, 5.5 * eyes, '#FFFDF4') + disc(x, 214, 2 * eyes, '#2A1418')).join('')
      : (girlParts[4] ?? '')
  const mouth = eyes > 0 ? disc(477, 229, 3 * eyes, '#8C3A2C') : (girlParts[5] ?? '')
  return transform(girlParts.slice(0, 4).join('') + open + mouth + girlParts.slice(6).join(''), {
    y: wave(t, 2.8) * 1.4,
  })
}

/** The ghost: pale and long-haired. `near` brings it closer. */
function ghost(t: number, x: number, y: number, scale: number, seen: number, stare: number): string {
  if (seen <= 0) return ''
  const gown = shape('M-30-40Q0-58 30-40Q44 40 52 150Q26 138 0 150Q-26 138-52 150Q-44 40-30-40Z', '#DCE6EA')
  const hair = shape(
    'M-32-64Q-38-112 0-114Q38-112 32-64Q40 0 26 50Q20-10 18-66Q0-84-18-66Q-20-10-26 50Q-40 0-32-64Z',
    '#0E1620',
  )
  const face = shape('M-20-72Q-20-44 0-38Q20-44 20-72Q0-92-20-72Z', '#E8EEF0')
  const eyes = [-8, 8].map((at) => disc(at, -66, 5 * stare, '#0E1620') + disc(at, -66, 1.4 * stare, '#FF6A4A')).join('')
  const fringe = shape('M-24-66Q-22-98 0-98Q22-98 24-66Q16-80 8-64Q2-82-6-64Q-14-80-24-66Z', '#0E1620')
  return transform(transform(gown + face + eyes + hair + fringe, { rotate: wave(t, 4) * 2 }), {
    x,
    y: y + wave(t, 2.6) * 3,
    scale,
    opacity: seen,
  })
}

function room(
  t: number,
  inside: { force: number; dark: number; board?: string; ghost?: string; eyes?: number; z?: string },
): string {
  const chalk =
    inside.board === undefined
      ? scene.layer(19)
      : textElement(inside.board, 590, 134, 22, '#D9EFE0', { face: 'pencil' })
  const base =
    scene.from(0, 1) +
    window_(t) +
    scene.from(7, 8) +
    (inside.ghost ?? '') +
    curtain(t, inside.force) +
    transform(scene.layer(12), { opacity: 1 - inside.dark }) +
    scene.from(13, 15)
  const night = inside.dark > 0 ? veil('#071526', 0.72 * inside.dark) : ''
  return base + scene.from(17, 18) + chalk + sleeper(t, inside.eyes ?? 0) + (inside.z ?? '') + night
}

const afternoon = {
  seconds: 5.5,
  draw: (t: number) =>
    camera(room(t, { force: 1, dark: 0, z: snore(t, 506, 190, '#4A2A22', 18) }), {
      x: 320,
      y: 180,
      zoom: mix(1, 1.05, ease(t, 0, 5.5)),
    }),
}
const dusk = {
  seconds: 6,
  draw(t: number) {
    const writing = 'wake up'.slice(0, Math.max(0, Math.floor((t - 2.8) * 3.2)))
    const flick = t > 2.2 && t < 2.5 ? -0.35 : 0
    const dark = Math.max(0, ease(t, 0.4, 3) + flick)
    return camera(
      room(t + 5.5, { force: 1 - ease(t, 1, 2.4), dark, ...(t > 2.6 ? { board: writing } : {}) }) +
        (t > 2.6 ? textElement(writing, 590, 134, 22, '#D9EFE0', { face: 'pencil', opacity: 0.85 }) : ''),
      { x: mix(328, 462, ease(t, 2, 4.5)), y: mix(180, 160, ease(t, 2, 4.5)), zoom: mix(1.05, 1.85, ease(t, 2, 4.5)) },
    )
  },
}
const behind = {
  seconds: 5,
  draw(t: number) {
    const seen = ease(t, 0.8, 3)
    const shade = ghost(t, 330, 150, 0.8, 0.85 * seen, ease(t, 2.6, 3.2))
    return camera(
      room(t + 11, { force: 0.25 + 0.5 * ease(t, 3, 4.6), dark: 1, board: 'wake up', ghost: shade }) +
        transform(
          times(2, (n) => disc(323.6 + n * 12.8, 97 + wave(t, 2.6) * 2.4, 2 * ease(t, 2.8, 3.4), '#FF6A4A')),
          {},
        ),
      { x: mix(330, 326, t / 5), y: 136, zoom: mix(2, 2.4, ease(t, 0, 5)) },
    )
  },
}
const look = {
  seconds: 4,
  draw(t: number) {
    const there = t < 1.2 ? '' : ghost(t, 560, mix(268, 262, linear(t, 1.2, 3)), 0.95, ease(t, 1.2, 2), 1)
    const eyes = t < 2.4 ? 0 : 1
    const base = room(t + 16, { force: 0, dark: 0, board: 'wake up' })
    const picture =
      base + veil('#071526', 0.62) + transform(there, {}) + transform(sleeper(t + 16, eyes), {}) + veil('#071526', 0.22)
    return t > 3.25
      ? veil('#05090D', 1)
      : camera(picture, {
          x: mix(488, 505, Math.min(1, t / 2.4)),
          y: 196,
          zoom: t > 2.4 ? 3.1 : mix(2.2, 2.5, t / 2.4),
        })
  },
}

function score(synth: Synth): void {
  for (const [n, note] of ['E5', 'C5', 'D5', 'G4'].entries()) synth.bell(0.5 + n * 0.5, note, 0.09, -0.4, 2)
  synth.pad(1.5, 5.5, ['C4', 'E4', 'G4'], 0.03)
  for (let at = 2.4; at < 7.4; at += 0.42)
    synth.noise({
      at: at + (at % 1) * 0.1,
      seconds: 0.3,
      gain: 0.05,
      above: 3800,
      below: 7200,
      attack: 0.12,
      release: 0.12,
      pan: 0.5,
      seed: Math.round(at * 10),
    })
  synth.pad(7.2, 11.5, ['C2', 'C#2', 'G2'], 0.075)
  synth.tone({ at: 8, seconds: 10, pitch: 61, slideTo: 74, gain: 0.12, attack: 3, release: 0.3, shape: 'reed' })
  for (let k = 0; k < 7; k += 1)
    for (const tap of [0, 0.09])
      synth.noise({
        at: 10.5 + k * 0.32 + tap,
        seconds: 0.06,
        gain: 0.55,
        above: 1800,
        below: 5200,
        release: 0.04,
        pan: 0.6,
        seed: 60 + k,
      })
  for (let at = 13.4, n = 0; at < 20.8; at += Math.max(0.42, 0.95 - n * 0.055), n += 1) {
    synth.thump(at, 0.34 + n * 0.02, 66)
    synth.thump(at + 0.16, 0.22 + n * 0.02, 58)
  }
  synth.tone({
    at: 14,
    seconds: 4.4,
    pitch: 'B5',
    slideTo: 'C6',
    gain: 0.022,
    attack: 2.5,
    release: 0.4,
    vibrato: 0.01,
  })
  synth.noise({
    at: 18.6,
    seconds: 2.3,
    gain: 0.4,
    above: 400,
    below: 1400,
    belowAtEnd: 5200,
    attack: 2,
    release: 0.05,
    seed: 71,
  })
  for (const pitch of ['C4', 'C#4', 'F#4', 'G4', 'C#5'])
    synth.tone({
      at: 20.9,
      seconds: 0.85,
      pitch,
      gain: 0.11,
      shape: 'reed',
      attack: 0.004,
      release: 0.08,
      vibrato: 0.02,
    })
  for (const [n, note] of ['E5', 'C5', 'D5', 'G4'].entries()) synth.bell(22.4 + n * 0.45, note, 0.06, 0, 1.6)
  synth.echo(0.34, 0.26)
}

export const film: Film = {
  key: 'classroom',
  size: HD,
  card: {
    background: '#24584A',
    ink: '#F3E9D0',
    accent: '#D9BE8C',
    lines: ['After the', 'Sixth Bell'],
    emblem: (t) =>
      line('M196 244q60 -8 124 0t124 -4', '#D9EFE0', 3, `stroke-dasharray="${mix(0, 260, ease(t, 0.6, 1.2))} 400"`),
    end: 'Only a dream',
  },
  shots: [afternoon, dusk, behind, look],
  score,
}
