import type { Synth } from '../audio/synth.ts'
import {
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
  textElement,
  times,
  transform,
  wave,
} from '../film/drawing.ts'
import { type Film, HD } from '../film/film.ts'
import { twinkle } from '../film/motion.ts'
import { layersOf, openScene } from '../film/scene.ts'

const scene = openScene('ramen')
const bowlParts = layersOf(scene.layer(91))
const chefParts = layersOf(scene.layer(75))
const emptyBowl = bowlParts.slice(0, 2).join('')
const lantern = (at: number, t: number, x: number) =>
  transform(scene.layer(at), { rotate: wave(t, 3.1, x / 900) * 4, around: [x, 138] })

function steam(t: number): string {
  return times(3, (n) => {
    const x = 342 + n * 14
    const lean = wave(t, 1.2, n / 3) * 5
    return line(`M${x} ${212 - (n % 2) * 4}q${-7 + lean} -10 0 -18t${lean} -18`, '#FFF8EA', 4, 'opacity=".85"')
  })
}

/** `alarm` widens the eyes and makes the cook sweat; `faint` lays him down. */
function cook(t: number, alarm: number, faint = 0): string {
  const eyes =
    alarm > 0
      ? disc(225, 184, 4.5, '#FFF8EA') +
        disc(237, 184, 4.5, '#FFF8EA') +
        disc(225, 184, 1.6, '#3A1E14') +
        disc(237, 184, 1.6, '#3A1E14')
      : (chefParts[4] ?? '')
  const mouth = alarm > 0 ? disc(231, 193, 2.6, '#8C3A2C') : line('M228 192q3 2 6 0', '#8C3A2C', 1.8)
  const sweat = alarm > 0 ? shape('M254 166q6 9 0 12q-6-3 0-12z', '#7CC7FF') : ''
  const drawn = chefParts.slice(0, 4).join('') + eyes + mouth + transform(sweat, { y: (t % 0.8) * 14 })
  return transform(drawn, { y: Math.abs(wave(t, 1.4)) * -2 + faint * 40, rotate: -faint * 72, around: [230, 248] })
}

/** The guest lifts the bowl when `lift` is 1, and puts it down again. */
function guest(lift: number): string {
  const nod = transform(scene.layer(92), { rotate: -lift * 5, around: [446, 312] })
  return (
    nod +
    transform(scene.layer(93), { rotate: -lift * 5, around: [446, 312] }) +
    (lift > 0.3 ? line(`M428 256Q404 ${mix(250, 226, lift)} 398 ${mix(236, 206, lift)}`, '#10202B', 12) : '')
  )
}

function tower(count: number, t: number): string {
  return times(Math.floor(count), (n) => {
    const lean = wave(t, 1.8, n / 40) * n * 0.35
    const fall = n === Math.floor(count) - 1 ? -18 * (1 - linear(count % 1, 0, 0.25)) : 0
    return transform(emptyBowl, { x: 140 + lean, y: -n * 11 - 2 + fall })
  })
}

const street = (t: number) => scene.layer(0) + scene.layer(1) + twinkle(scene, 2, 25, t) + scene.from(26, 44)
const front = (t: number) => scene.from(78, 90) + lantern(94, t, 67) + lantern(95, t, 569)

function stall(
  t: number,
  people: { alarm: number; faint?: number; lift: number; bowls: number; hot: boolean },
): string {
  const cloth = transform(scene.from(76, 77), { skewX: wave(t, 2.6) * 1.6, around: [320, 136] })
  const bowl = transform(people.hot ? bowlParts.slice(0, 2).join('') + steam(t) : emptyBowl, {
    x: people.lift * 26,
    y: people.lift * -34,
    rotate: people.lift * 24,
    around: [355, 230],
  })
  return (
    scene.from(45, 60) +
    scene.from(61, 74) +
    cook(t, people.alarm, people.faint) +
    cloth +
    front(t) +
    tower(people.bowls, t) +
    bowl +
    guest(people.lift)
  )
}

const eating = (t: number, every: number) => Math.max(0, wave(t, every, -0.25)) ** 0.6

const opening = {
  seconds: 5.5,
  draw(t: number) {
    const bowls = t < 3.6 ? 0 : 1 + linear(t, 3.6, 4) * 0.99
    return camera(
      street(t) +
        stall(t, {
          alarm: 0,
          lift: t > 2 && t < 4 ? ease(t, 2, 2.5) - ease(t, 3.2, 3.8) : 0,
          bowls,
          hot: t < 2.6 || t > 4,
        }),
      { x: 320, y: mix(180, 190, ease(t, 0, 5)), zoom: mix(1, 1.14, ease(t, 0, 5.5)) },
    )
  },
}
const counter = {
  seconds: 5,
  draw(t: number) {
    const bowls = 1 + t * 2.2
    const call = pop(t, 3.2, 0.4)
    const bubble =
      call > 0
        ? transform(
            shape('M470 150h86q10 0 10 10v30q0 10-10 10h-62l-18 16 2-16h-8q-10 0-10-10v-30q0-10 10-10z', '#FFF8EA') +
              textElement('おかわり!', 513, 182, 17, '#B3342B'),
            { scale: call, around: [480, 210], x: -86, y: -22 },
          )
        : ''
    return camera(
      street(t) + stall(t + 5, { alarm: t > 1.2 ? 1 : 0, lift: eating(t, 0.9), bowls, hot: t % 0.9 > 0.5 }) + bubble,
      { x: 372, y: 196, zoom: mix(1.7, 1.9, ease(t, 0, 5)) },
    )
  },
}
const climb = {
  seconds: 6.5,
  draw(t: number) {
    const up = ease(t, 0.6, 3) - ease(t, 4, 5)
    const bowls = 12 + linear(t, 0, 3.6) * 36
    const sky =
      shape('M-200-700H840V2H-200Z', '#0B2230') +
      disc(150, -170, 44, '#FFE9A8') +
      disc(136, -178, 8, '#F6D27F') +
      disc(162, -154, 11, '#F6D27F') +
      times(30, (n) => disc((n * 211) % 640, -20 - ((n * 97) % 330), 0.8 + (n % 3) * 0.4, '#FFF6D8'))
    const house = stall(t + 10, { alarm: 1, faint: ease(t, 4.9, 5.3), lift: eating(t, 0.45), bowls, hot: false })
    const asleep = t > 5.5 ? snore(t, 226, 234, '#8C3A2C', 17) : ''
    return (
      camera(sky + street(t) + house + asleep, {
        x: mix(360, 336, up),
        y: mix(196, -140, up),
        zoom: mix(1.5, 1.12, up),
      }) + iris(250, 210, 1 - linear(t, 5.8, 6.45), '#0B2230')
    )
  },
}

function score(synth: Synth): void {
  const tune = ['E4', 'G4', 'A4', 'B4', 'D5', 'B4', 'A4', 'G4']
  for (let n = 0; n < 62; n += 1) {
    const at = 1.9 + n * 0.25 * (n > 22 ? 0.98 : 1)
    if (at > 16.8) break
    synth.pluck(at, tune[(n * (n % 3 === 2 ? 3 : 1)) % 8]!, 0.13, n % 2 ? 0.35 : -0.35, 0.7)
    if (n % 4 === 0) synth.pluck(at, n % 8 ? 'A2' : 'E2', 0.26, 0, 0.9)
    if (n % 2) synth.noise({ at, seconds: 0.05, gain: 0.16, above: 5000, below: 12_000, release: 0.04 })
  }
  for (let n = 0; n < 12; n += 1)
    synth.bell(n === 0 ? 5.7 : 7.6 + n * 0.44, ['A5', 'B5', 'C6', 'D6'][n % 4]!, 0.07, 0.4, 0.6)
  for (let n = 0; n < 34; n += 1) synth.bell(12.6 + n * 0.105, hertzOf(n), 0.05, 0.4, 0.4)
  for (const at of [4.2, 8.4, 10.1, 11.5])
    synth.noise({ at, seconds: 0.5, gain: 0.3, above: 900, below: 2600, belowAtEnd: 5200, attack: 0.1, release: 0.1 })
  synth.tone({ at: 17.4, seconds: 0.5, pitch: 900, slideTo: 180, gain: 0.12, shape: 'soft', release: 0.2 })
  synth.thump(17.9, 0.7)
  for (const [n, note] of ['E4', 'B4', 'E5'].entries()) synth.pluck(18.9 + n * 0.12, note, 0.2)
  synth.noise({ at: 0, seconds: 21, gain: 0.03, below: 700, attack: 1, release: 1 })
  synth.echo(0.2, 0.16)
}
const hertzOf = (n: number) => 880 * 2 ** (n / 24)

export const film: Film = {
  key: 'ramen',
  size: HD,
  card: {
    background: '#B3342B',
    ink: '#FFF3D6',
    accent: '#FFC766',
    lines: ['Extra Noodles,', 'No Questions'],
    end: 'Paid in full',
  },
  shots: [opening, counter, climb],
  score,
}
