import type { Synth } from '../audio/synth.ts'
import { camera, disc, ease, iris, line, linear, mix, short, sparkle, times, transform, wave } from '../film/drawing.ts'
import { type Film, HD } from '../film/film.ts'
import { lightUp, twinkle } from '../film/motion.ts'
import { layersOf, openScene } from '../film/scene.ts'

const scene = openScene('whale')
const parts = layersOf(scene.layer(38))
const part = (at: number) => parts[at] ?? ''
const stars: [number, number][] = [
  [226, 112],
  [262, 98],
  [306, 104],
  [350, 98],
  [392, 118],
  [424, 140],
  [330, 132],
  [278, 130],
]
const lines: [number, number][] = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 4],
  [4, 5],
  [2, 6],
  [6, 7],
  [7, 1],
]
const figure = layersOf(scene.layer(63)).slice(0, 7).join('')

/** How many stars of the constellation shine, with a fraction for the one that is lighting up. */
function whale(t: number, lit: number): string {
  const eye = t % 3.4 < 0.17 ? line('M161 157h10', '#FFF6D8', 2) : part(4)
  const fin = transform(part(3), { rotate: wave(t, 3.2) * 10, around: [278, 208] })
  const drawn = lines.map(([from, to]) => {
    const share = linear(lit, Math.max(from, to), Math.max(from, to) + 1)
    const [x1, y1] = stars[from]!
    const [x2, y2] = stars[to]!
    return share
      ? line(`M${x1} ${y1}L${short(mix(x1, x2, share))} ${short(mix(y1, y2, share))}`, '#7CC7FF', 1.2, 'opacity=".8"')
      : ''
  })
  const lights = stars.map(([x, y], n) =>
    lit > n
      ? sparkle(x, y, 6 + 8 * (1 - linear(lit, n, n + 1.2)) + wave(t, 1.7, n / 5), '#FFD447')
      : disc(x, y, 1.2, '#3C6FA0'),
  )
  const body = fin + parts.slice(0, 3).join('') + eye + part(5) + drawn.join('') + lights.join('')
  return transform(body, { y: wave(t, 4.2) * 5, rotate: wave(t, 4.2, 0.2) * 1.6, around: [320, 160] })
}

function person(t: number, arm: number): string {
  const reach = line('M10-64Q18-74 20-88', '#2A2344', 5)
  return `<g transform="translate(460 316) scale(.36)">${figure}${transform(reach, { rotate: mix(110, wave(t, 0.7) * 22, arm), around: [10, -64] })}${line('M-10-64Q-16-52-13-40', '#2A2344', 5)}</g>`
}

function town(t: number, awake: number, arm = 0): string {
  return scene.layer(39) + lightUp(scene, 40, 61, awake) + scene.layer(62) + person(t, arm)
}
const sky = (t: number) => scene.layer(0) + scene.layer(1) + twinkle(scene, 2, 35, t)
const clouds = (t: number) => transform(scene.layer(36), { x: -t * 3 }) + transform(scene.layer(37), { x: t * 4 })

const arrival = {
  seconds: 6,
  draw: (t: number) =>
    sky(t) +
    transform(whale(t, 0), { x: mix(230, 20, ease(t, -2, 6)), y: mix(-16, 0, ease(t, 0, 6)) }) +
    clouds(t) +
    town(t, 0.25),
}
const greeting = {
  seconds: 4,
  draw(t: number) {
    const behind = sky(t) + transform(whale(t + 6, 0), { x: mix(20, -6, t / 4), y: 40 }) + clouds(t + 6)
    return camera(behind + town(t, 0.25 + t * 0.04, ease(t, 0.5, 0.9)), {
      x: 446,
      y: mix(288, 282, ease(t, 0, 4)),
      zoom: mix(4.6, 4.1, ease(t, 0, 4)),
    })
  },
}
const answer = {
  seconds: 6,
  draw(t: number) {
    const lit = linear(t, 0.6, 5.2) * 9
    return camera(transform(sky(t), { x: -t * 2 }) + transform(clouds(t + 10), { y: 30 }) + whale(t, lit), {
      x: mix(300, 320, t / 6),
      y: 134,
      zoom: mix(2.1, 1.9, ease(t, 0, 6)),
    })
  },
}
const gift = {
  seconds: 6,
  draw(t: number) {
    const falling = times(40, (at) => {
      const age = t - 0.5 - at * 0.09
      if (age < 0) return ''
      const side = ((at * 53) % 37) / 37 - 0.5
      const x = 212 + side * 60 * Math.min(1, age * 2) + side * 420 * ease(age, 0.2, 4.5)
      const y = 80 - 60 * Math.sin(Math.min(1, age) * Math.PI * 0.5) + Math.max(0, age - 0.7) ** 1.5 * 40
      return sparkle(x, y, 4.5 + (at % 4), at % 4 === 0 ? '#7CC7FF' : '#FFD447')
    })
    const whole =
      sky(t) +
      transform(whale(t, 10), { x: mix(0, -26, t / 6), y: -6 }) +
      falling +
      clouds(t + 16) +
      town(t, 0.4 + ease(t, 2, 5.2) * 0.6, 1)
    return whole + iris(455, 296, 1 - linear(t, 5.1, 5.95), '#12305A')
  },
}

function score(synth: Synth): void {
  synth.pad(0, 8, ['D3', 'A3', 'F#4', 'C#5'], 0.035)
  synth.pad(7, 7, ['B2', 'F#3', 'D4', 'A4'], 0.035)
  synth.pad(13, 6, ['G2', 'D3', 'B3', 'F#4'], 0.035)
  synth.pad(18, 8, ['D3', 'A3', 'F#4', 'E5'], 0.04)
  for (const [at, from, to] of [
    [2.6, 150, 96],
    [8.9, 110, 190],
    [19.4, 130, 240],
  ] as const) {
    synth.tone({
      at,
      seconds: 2.6,
      pitch: from,
      slideTo: to,
      gain: 0.16,
      attack: 0.7,
      release: 1.2,
      shape: 'soft',
      vibrato: 0.012,
    })
  }
  const answers = ['D5', 'F#5', 'A5', 'B5', 'A5', 'D6', 'C#6', 'F#6']
  for (const [n, note] of answers.entries()) synth.bell(12.6 + (n * 4.6) / 9, note, 0.12, (n % 3) * 0.3 - 0.3)
  for (let n = 0; n < 18; n += 1)
    synth.bell(18.6 + n * 0.22, ['D6', 'A6', 'F#6', 'E6', 'B6'][n % 5]!, 0.035, ((n * 7) % 11) / 6 - 0.9, 1.2)
  synth.noise({ at: 0, seconds: 26, gain: 0.035, below: 500, attack: 2, release: 2 })
  synth.echo(0.42, 0.34)
}

export const film: Film = {
  key: 'whale',
  size: HD,
  card: {
    background: '#12305A',
    ink: '#FFF6D8',
    accent: '#F0A88A',
    lines: ['A Whale', 'Over Minato'],
    end: 'Good night, Minato',
  },
  shots: [arrival, greeting, answer, gift],
  score,
}
