import type { Synth } from '../audio/synth.ts'
import { camera, disc, ease, iris, line, linear, mix, shape, short, times, transform, wave } from '../film/drawing.ts'
import { type Film, HD } from '../film/film.ts'
import { glimmer } from '../film/motion.ts'
import { openScene } from '../film/scene.ts'

const scene = openScene('sea')

/** Height of the road under a point of the stage. */
const roadAt = (x: number) => 318 - 0.14 * x + 0.000165 * x * x + 4

/** The parked bicycle, on wheels that turn; `lean` as it stands against the rail. */
function bicycle(x: number, y: number, turn: number, tilt: number, ringing: boolean): string {
  const wheel = (at: number) =>
    `<circle cx="${at}" cy="0" r="19" fill="none" stroke="#12304A" stroke-width="4"/>${times(5, (n) => line(`M${at} 0L${short(at + 17 * Math.cos(turn + n * 1.257))} ${short(17 * Math.sin(turn + n * 1.257))}`, '#12304A', 1, 'opacity=".6"'))}`
  const frame = line('M0 0L16-26H44L28 2L16-26M44-26L56 2M28 2H0M44-26L40-40H52M10-30H22', '#E8503A', 4)
  const rings = ringing ? line('M58-50l8-5M60-42h10M54-56l4-9', '#FFFDF4', 2.4) : ''
  return transform(transform(wheel(0) + wheel(56) + frame + rings, { rotate: tilt }), { x, y })
}

/** A gull that flaps its wings if `flying`; `tilt` of the head when it sits. */
function gull(x: number, y: number, t: number, flying: number, tilt: number): string {
  const wing =
    flying > 0
      ? shape(wave(t, 0.5) > 0 ? 'M-4-6Q-14-34-34-34Q-22-20 6-4Z' : 'M-4-4Q-20 12-36 10Q-20-6 6-4Z', '#C9D6DC') +
        shape(wave(t, 0.5) > 0 ? 'M2-6Q14-32 30-30Q20-18 10-4Z' : 'M2-3Q16 12 28 12Q16-4 10-4Z', '#FFFDF4')
      : shape('M-17-3Q-4-14 8-4Q-4 5-17-3Z', '#C9D6DC')
  const legs = flying > 0 ? '' : line('M-2 7v6M3 7v6', '#F2A91E', 1.8)
  const body = shape('M-20-2Q-4-13 10-8Q16 4 2 8Q-12 9-20-2Z', '#FFFDF4')
  const head = transform(
    disc(11, -11, 7, '#FFFDF4') + shape('M17-12l9 3-9 3z', '#F2A91E') + disc(13, -12.5, 1.5, '#12304A'),
    { rotate: tilt, around: [10, -8] },
  )
  return transform(legs + body + wing + head, { x, y })
}

function coast(t: number): string {
  const sails = transform(scene.from(38, 39), { x: t * 7 - 60, rotate: wave(t, 3) * 3, around: [320, 214] })
  return (
    scene.from(0, 1) +
    transform(scene.layer(3), { x: -t * 2 }) +
    transform(scene.layer(2), { x: -t * 3 }) +
    transform(scene.layer(4), { x: t * 2 }) +
    scene.from(5, 6) +
    glimmer(scene, 7, 32, t, 12) +
    scene.from(33, 37) +
    sails
  )
}
const road = scene.from(40, 52)

const parked = {
  seconds: 6,
  draw(t: number) {
    const come = ease(t, 1.6, 5.6)
    const x = mix(60, 534, come)
    const y = mix(70, 240, come) - Math.sin(come * Math.PI) * 34 + wave(t, 1.4) * 3 * (1 - come)
    return camera(coast(t) + road + bicycle(486, 296, 0, 0, false) + gull(x, y, t, come < 1 ? 1 : 0, 0), {
      x: 320,
      y: 180,
      zoom: mix(1, 1.06, ease(t, 0, 6)),
    })
  },
}
const bell = {
  seconds: 5,
  draw(t: number) {
    const peck = t > 2.4 && t < 3.6 && t % 0.5 < 0.25
    const tilt = t < 0.8 ? 0 : t < 1.5 ? -16 : t < 2.2 ? 14 : peck ? 34 : 0
    const rolling = linear(t, 3.9, 5) ** 2 * 14
    const ride = bicycle(486 - rolling, 296, -rolling / 12, 0, t > 2.4 && t < 3.8 && Math.round(t * 12) % 2 === 0)
    return camera(coast(t + 6) + road + ride + gull(534 - rolling, 243, t, 0, tilt), {
      x: 512,
      y: 252,
      zoom: mix(3, 2.8, ease(t, 0, 5)),
    })
  },
}
const away = {
  seconds: 7,
  draw(t: number) {
    const go = linear(t, 0, 5.8) ** 1.6 * 640
    const x = 472 - go
    const slope = -Math.atan(-0.14 + 0.00033 * (x + 28)) * -57.3
    const wings = t > 2 ? 1 : 0
    const rider = gull(x + 46, roadAt(x + 28) - 78 + 24, t, wings * (t % 1.6 < 1 ? 1 : 0), t > 3 ? -8 : 0)
    const wind =
      t > 2.2
        ? times(4, (n) =>
            line(`M${x + 84 + n * 16} ${roadAt(x) - 54 + n * 14}h${30 + n * 7}`, '#FFFDF4', 2.4, 'opacity=".8"'),
          )
        : ''
    const whole = coast(t + 11) + road + bicycle(x, roadAt(x + 28) - 20, -go / 19, slope, false) + rider + wind
    return (
      camera(whole, { x: 320, y: 184, zoom: 1.06 }) +
      iris(mix(240, 86, ease(t, 4, 6)), 240, 1 - linear(t, 6, 6.95), '#1477A0')
    )
  },
}

function score(synth: Synth): void {
  for (let n = 0; n < 6; n += 1)
    synth.noise({
      at: n * 3.7,
      seconds: 4.4,
      gain: 0.5,
      above: 150,
      below: 700,
      belowAtEnd: 2600,
      attack: 2,
      release: 2.2,
      pan: n % 2 ? 0.3 : -0.3,
      seed: 40 + n,
    })
  const gullCry = (at: number, pan: number) => {
    for (let k = 0; k < 3; k += 1)
      synth.tone({
        at: at + k * 0.32,
        seconds: 0.26,
        pitch: 1500 - k * 60,
        slideTo: 950,
        gain: 0.06,
        shape: 'reed',
        attack: 0.03,
        release: 0.1,
        pan,
      })
  }
  gullCry(3.8, -0.5)
  gullCry(15.6, 0.1)
  const strum = [
    ['G3', 'B3', 'D4', 'G4'],
    ['C4', 'E4', 'G4', 'C5'],
    ['D4', 'F#4', 'A4', 'D5'],
    ['G3', 'B3', 'D4', 'B4'],
  ]
  for (let n = 0; n < 18; n += 1) {
    const at = 2 + n + (n > 11 ? 0.02 : 0)
    for (const [k, note] of strum[Math.floor(n / 2) % 4]!.entries())
      synth.pluck(at + k * 0.035, note, 0.1, k * 0.2 - 0.3, 1.1)
    if (n > 11)
      for (const [k, note] of strum[Math.floor(n / 2) % 4]!.entries())
        synth.pluck(at + 0.5 + k * 0.03, note, 0.07, 0.3 - k * 0.2, 0.8)
  }
  for (let k = 0; k < 5; k += 1) for (const ring of [0, 0.09]) synth.bell(10.5 + k * 0.25 + ring, 'E6', 0.09, 0.4, 0.5)
  for (const [n, note] of ['B4', 'D5', 'G5', 'E5', 'D5', 'B4', 'A4', 'G4'].entries())
    synth.tone({
      at: 13.2 + n * 0.75,
      seconds: 0.8,
      pitch: note,
      gain: 0.07,
      attack: 0.06,
      release: 0.3,
      shape: 'soft',
      vibrato: 0.004,
    })
  synth.echo(0.26, 0.18)
}

export const film: Film = {
  key: 'sea',
  crf: 31,
  size: HD,
  card: {
    background: '#1E78C8',
    ink: '#FFFDF4',
    accent: '#FFD75A',
    lines: ['Salt on the', 'Handlebars'],
    end: 'See you at the shore',
  },
  shots: [parked, bell, away],
  score,
}
