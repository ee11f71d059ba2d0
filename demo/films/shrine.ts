import type { Synth } from '../audio/synth.ts'
import { camera, disc, ease, iris, line, linear, mix, rain, shape, times, transform, wave } from '../film/drawing.ts'
import { type Film, HD } from '../film/film.ts'
import { layersOf, openScene } from '../film/scene.ts'

const scene = openScene('shrine')
const parts = layersOf(scene.layer(38))

/** `bow` bends the head, `look` opens the eyes. */
function fox(t: number, bow: number, look: number): string {
  const tail = transform((parts[1] ?? '') + (parts[2] ?? ''), { rotate: wave(t, 1.8) * 7, around: [298, 340] })
  const ears = t % 2.3 < 0.25 ? -2 : 0
  const eyes = look > 0.5 ? disc(313, 286, 2.3, '#1D1A22') + disc(327, 287, 2.3, '#1D1A22') : (parts[5] ?? '')
  const head = transform((parts[3] ?? '') + transform(parts[4] ?? '', { y: ears * 0.4 }) + eyes + (parts[6] ?? ''), {
    y: bow * 12,
    rotate: bow * 6,
    around: [320, 300],
  })
  return tail + (parts[0] ?? '') + head
}

/** Drifting fireflies. */
function fireflies(t: number): string {
  return times(16, (n) =>
    transform(scene.layer(39 + n), {
      x: wave(t, 4 + (n % 5), n / 7) * 16,
      y: wave(t, 3 + (n % 4), n / 5) * 11,
      opacity: 0.35 + 0.65 * Math.max(0, wave(t, 2 + (n % 3), n / 9)),
    }),
  )
}

const woods = (t: number) =>
  scene.from(0, 1) +
  transform(scene.layer(2), { scale: 1 + 0.012 * wave(t, 4), around: [320, 164] }) +
  scene.layer(3) +
  transform(scene.layer(4), { x: 0 }) +
  times(18, (n) => transform(scene.layer(5 + n), { x: wave(t, 5, n / 11) * 3 })) +
  scene.from(23, 31)
const mist = (t: number) =>
  transform(scene.layer(36) + scene.layer(37), { x: wave(t, 9) * 30, scaleX: 1.3, around: [320, 260] })
const gates = (first: number, last: number) => scene.from(first, last)

/** A guest of the wedding: a small fox with a paper lantern; `near` is 0 at the far gate and 1 in front. */
function guest(t: number, near: number, side: number, colour: string): string {
  if (near <= 0 || near >= 1.1) return ''
  const scale = 0.13 + near ** 1.8 * 0.72
  const body =
    shape('M-14 0q-3-34 14-40q18 6 14 40z', colour) +
    shape('M-15-36l-4-24 13 10h12l13-10-4 24-15 12z', '#FFF6E4') +
    line('M-8-40q3 3 6 0M3-40q3 3 6 0', '#1D1A22', 2)
  const swing = wave(t, 0.9, near * 3) * 8
  const lantern = transform(
    line('M0 0v8', '#1D1A22', 2) +
      shape('M-11 8h22q5 14 0 28h-22q-5-14 0-28z', '#FFB24A') +
      line('M-12 17h24M-12 26h24', '#E2702F', 1.6) +
      disc(0, 22, 34, '#FFD98A', 0.22),
    { x: 24 * side, y: -44, rotate: swing },
  )
  const pole = line(`M${6 * side}-26L${24 * side}-46`, '#5A3A24', 3)
  return transform(body + pole + lantern, {
    x: 320 + side * (7 + near ** 1.8 * 40) + near ** 1.8 * 64,
    y: 216 + near ** 1.7 * 150 - Math.abs(wave(t, 0.6, near * 5)) * 5 * scale,
    scale,
  })
}

function procession(t: number, begun: number, layers: [number, number][]): string[] {
  return layers.map(([from, to]) =>
    times(12, (n) => {
      const near = (t - begun - (11 - n) * 0.62) / 6.2
      return near >= from && near < to
        ? guest(
            t,
            near,
            n % 2 ? 1 : -1,
            n === 8 ? '#E2492F' : n === 9 ? '#2E2A4F' : ['#FFF6E4', '#F1D9A8', '#E9E4DA'][n % 3]!,
          )
        : ''
    }),
  )
}

function path(t: number, begun: number, foxNow: string): string {
  const [far, middle, close, front] = procession(t, begun, [
    [0, 0.2],
    [0.2, 0.42],
    [0.42, 0.72],
    [0.72, 1.1],
  ])
  return (
    woods(t) +
    gates(32, 32) +
    far +
    gates(33, 33) +
    middle +
    gates(34, 34) +
    close +
    gates(35, 35) +
    mist(t) +
    foxNow +
    front
  )
}

const waiting = {
  seconds: 6,
  draw: (t: number) =>
    camera(path(t, 99, fox(t, 0, 0)) + fireflies(t) + (t > 2.4 ? rain(t, 26, { seed: 4, colour: '#F4F3CF' }) : ''), {
      x: 320,
      y: mix(180, 190, ease(t, 0, 6)),
      zoom: mix(1, 1.1, ease(t, 0, 6)),
    }),
}
const hearing = {
  seconds: 4,
  draw(t: number) {
    const lights = times(5, (n) =>
      disc(
        320 + (n % 2 ? 6 : -6) * (1 + n * 0.3),
        212 + n * 1.5,
        2.2 * ease(t, 0.6 + n * 0.4, 1.2 + n * 0.4),
        '#FFB24A',
      ),
    )
    return camera(
      path(t + 6, 99, fox(t + 6, 0, t > 0.7 ? 1 : 0)) +
        lights +
        fireflies(t + 6) +
        rain(t + 6, 22, { seed: 4, colour: '#F4F3CF' }),
      { x: 318, y: 276, zoom: mix(2.8, 2.6, ease(t, 0, 4)) },
    )
  },
}
const wedding = {
  seconds: 8.5,
  draw(t: number) {
    const bow = ease(t, 4.8, 5.3) - ease(t, 6.4, 6.9)
    return (
      camera(
        path(t + 10, 8.6, transform(fox(t + 10, bow, 1), { x: mix(0, -78, ease(t, 1, 1.8)) })) +
          fireflies(t + 10) +
          rain(t + 10, 30, { seed: 4, colour: '#F4F3CF' }),
        { x: 320, y: 180, zoom: mix(1.04, 1.22, ease(t, 1, 7)) },
      ) + iris(240, 306, 1 - linear(t, 7.6, 8.45), '#0A2A2C')
    )
  },
}

function score(synth: Synth): void {
  synth.noise({ at: 4.2, seconds: 18, gain: 0.12, above: 1200, below: 6500, attack: 2, release: 2.5, seed: 11 })
  synth.pad(0, 9, ['D3', 'A3', 'D4'], 0.03)
  synth.pad(8, 9, ['A#2', 'F3', 'D4'], 0.03)
  synth.pad(15, 8, ['G2', 'D3', 'A#3', 'D4'], 0.035)
  // A koto: D, E flat, G, A, B flat.
  const koto = [
    'D4',
    'D#4',
    'G4',
    'A4',
    'A#4',
    'D5',
    'A4',
    'G4',
    'D#4',
    'D4',
    'A3',
    'D4',
    'G4',
    'A4',
    'D5',
    'D#5',
    'D5',
    'A#4',
    'A4',
    'G4',
    'A4',
    'D4',
  ]
  for (const [n, note] of koto.entries()) {
    const at = 2.2 + n * 0.86
    synth.pluck(at, note, 0.17, n % 2 ? 0.3 : -0.3, 2)
    if (n % 4 === 3) for (let k = 0; k < 4; k += 1) synth.pluck(at + 0.12 + k * 0.11, note, 0.08 - k * 0.015, 0.1, 0.7)
  }
  for (let n = 0; n < 9; n += 1) synth.bell(8.7 + n * 1.5, n % 3 ? 'D6' : 'A6', 0.06, n % 2 ? 0.5 : -0.5, 2.6)
  for (let at = 12; at < 20.4; at += 1.5) synth.thump(at, 0.42, 82)
  synth.echo(0.4, 0.3)
}

export const film: Film = {
  key: 'shrine',
  crf: 33,
  size: HD,
  card: {
    background: '#0E3A3C',
    ink: '#F4F3CF',
    accent: '#E2492F',
    lines: ['狐の嫁入り'],
    emblem: (t) => disc(320, 180, 104 * ease(t, 0, 0.6), '#E2492F'),
    end: 'めでたし',
  },
  shots: [waiting, hearing, wedding],
  score,
}
