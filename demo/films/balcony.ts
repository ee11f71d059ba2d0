import type { Synth } from '../audio/synth.ts'
import { camera, disc, ease, iris, line, linear, mix, pop, shape, times, transform, wave } from '../film/drawing.ts'
import { type Film, HD } from '../film/film.ts'
import { layersOf, openScene } from '../film/scene.ts'

const scene = openScene('balcony')
const cat = layersOf(scene.layer(47))
const [oneSock, otherSock] = ['M378 106h24v66l-10 16h-26q2-8 12-14z', 'M414 106h24v66l-10 16h-26q2-8 12-14z']
const pegs = layersOf(scene.layer(18))

const cloth = (drawing: string, t: number, at: number, force: number) =>
  transform(drawing, {
    skewX: wave(t, 2.4, -at / 900) * 5 * force,
    scaleY: 1 - 0.03 * force * Math.max(0, wave(t, 2.4, at / 500)),
    around: [at, 106],
  })

function line_(t: number, force: number, isSockGone: boolean): string {
  return (
    scene.from(10, 11) +
    cloth(scene.from(12, 13), t, 106, force) +
    cloth(scene.from(14, 15), t, 226, force) +
    cloth(scene.layer(16), t, 329, force) +
    cloth(shape(oneSock, '#2E7FA8'), t, 390, force * 1.4) +
    (isSockGone ? '' : cloth(shape(otherSock, '#2E7FA8'), t, 426, force * 1.8)) +
    pegs.slice(0, isSockGone ? 7 : 8).join('')
  )
}

/** `eyes`: 0 asleep, 1 wide; `look` turns the pupils; `hat` is the sock on its head. */
function sleeper(t: number, { eyes = 0, look = 0, hat = 0, tail = 1 }): string {
  const flick = transform(cat[3] ?? '', { rotate: wave(t, 1.5) * 9 * tail, around: [526, 274] })
  const breath = transform(cat[0] ?? '', { scaleY: 1 + 0.015 * wave(t, 2.6), around: [500, 288] })
  const ear = t % 2.9 < 0.2 ? transform(cat[2] ?? '', { rotate: 3, around: [486, 226] }) : (cat[2] ?? '')
  const face =
    eyes > 0.2
      ? [481, 495]
          .map(
            (x) =>
              `<ellipse cx="${x}" cy="227" rx="5" ry="${5 * eyes}" fill="#FFD447"/>${disc(x + look * 2.2, 227 - Math.abs(look) * 1.4, 2.2 * eyes, '#2B2A33')}`,
          )
          .join('')
      : scene.layer(48)
  const nose = shape('M486 233h4l-2 2.6z', '#F2A0A8')
  const sock =
    hat > 0
      ? transform(
          shape('M470 214q18 8 36-2l4-30-12-34 18-12-6-12-26 12q-6 6-4 14l-2 30q-6 14-8 34z', '#2E7FA8') +
            line('M472 210q16 7 33-1', '#8FD0E4', 5),
          { y: (1 - hat) * -30, rotate: wave(t, 2.2) * 3, around: [488, 212] },
        )
      : ''
  return `<g fill="#2B2A33">${flick}${breath}${transform((cat[1] ?? '') + ear, { y: hat * 2 })}</g>${transform(face + nose, { y: hat * 2 })}${sock}`
}

const sky = (t: number) =>
  scene.from(0, 1) +
  transform(scene.layer(2), { x: t * 4 }) +
  transform(scene.layer(3), { x: t * 6 }) +
  scene.from(4, 9)
const rail = scene.from(19, 46)
const gusts = (t: number) =>
  times(4, (n) => {
    const x = ((t * 330 + n * 260) % 1100) - 240
    return line(`M${x} ${60 + n * 52}q40 -12 84 0q30 10 34 -8q-2 -12 -14 -6`, '#FFFFFF', 2.6, 'opacity=".75"')
  })

const nap = {
  seconds: 5.5,
  draw: (t: number) => sky(t) + line_(t, 0.7 + 0.3 * wave(t, 5), false) + rail + sleeper(t, {}),
}
const gust = {
  seconds: 5.5,
  draw(t: number) {
    const fly = linear(t, 1.3, 5.2)
    const blown = fly > 0
    const x = 426 + Math.sin(fly * 7.5) * 120 * (1 - fly * 0.4) + fly * 62
    const y = 140 - Math.sin(fly * Math.PI) * 86 + fly * 40
    const sock =
      blown && fly < 1
        ? transform(shape(otherSock, '#2E7FA8'), {
            x: x - 426,
            y: y - 140,
            rotate: fly * 640,
            scale: 0.95,
            around: [420, 146],
          })
        : ''
    const scenery =
      sky(t + 5.5) +
      line_(t + 5.5, 1 + ease(t, 0.3, 1.2) * 2.4 - ease(t, 2, 3.4) * 2.2, blown) +
      rail +
      (t > 0.3 && t < 3 ? gusts(t) : '')
    const eyes = ease(t, 1.8, 2.1)
    return camera(scenery + sleeper(t + 5.5, { eyes, look: Math.sin(fly * 7.5), tail: 1 + eyes }) + sock, {
      x: mix(330, 404, ease(t, 0.8, 2.4)),
      y: mix(180, 178, ease(t, 0.8, 2.4)),
      zoom: mix(1.05, 1.42, ease(t, 0.8, 2.4)),
    })
  },
}
const hat = {
  seconds: 6,
  draw(t: number) {
    const on = pop(t, 0.5, 0.6)
    const falling =
      t < 0.55
        ? transform(shape(otherSock, '#2E7FA8'), {
            x: 66,
            y: mix(-110, 10, linear(t, 0, 0.5)),
            rotate: 640 + t * 80,
            around: [420, 146],
          })
        : ''
    const blink = (t > 1.5 && t < 1.67) || (t > 2 && t < 2.17)
    const eyes = t > 3.4 ? 1 - ease(t, 3.4, 4) : blink ? 0 : 1
    const purr =
      t > 4
        ? times(3, (n) => {
            const age = ((t - 4) / 1.6 + n / 3) % 1
            return transform(shape('M0 4C-10-6-5-14 0-8C5-14 10-6 0 4Z', '#F2684C'), {
              x: 520 + age * 26,
              y: 206 - age * 44,
              scale: 0.5 + age * 0.4,
              opacity: 1 - age,
            })
          })
        : ''
    const zoom = mix(3, 2.3, ease(t, 3.2, 5))
    return (
      camera(
        sky(t + 11) +
          line_(t + 11, 0.8, true) +
          rail +
          sleeper(t + 11, { eyes, look: 0, hat: on, tail: t > 4 ? 0.6 : 1.4 }) +
          falling +
          purr,
        { x: mix(492, 478, ease(t, 3.2, 5)), y: 226, zoom },
      ) + iris(340, 190, 1 - linear(t, 5.1, 5.95), '#22405A')
    )
  },
}

function score(synth: Synth): void {
  const tune = ['C5', 'E5', 'G5', 'E5', 'A5', 'G5', 'E5', 'D5', 'C5', 'D5', 'E5', 'G5', 'F5', 'E5', 'D5', 'G4']
  for (let n = 0; n < 42; n += 1) {
    const at = 1.9 + n * 0.4
    if (at > 18.6) break
    const quiet = at > 8.8 && at < 13.4 ? 0.4 : 1
    synth.pluck(at, tune[n % 16]!, 0.13 * quiet, n % 2 ? 0.3 : -0.3, 0.9)
    if (n % 2 === 0) synth.pluck(at, ['C3', 'G3', 'A3', 'F3'][Math.floor(n / 4) % 4]!, 0.15 * quiet, 0, 0.9)
  }
  synth.noise({ at: 0, seconds: 21, gain: 0.07, above: 300, below: 1400, attack: 1, release: 2, seed: 31 })
  synth.noise({
    at: 7.6,
    seconds: 3.4,
    gain: 0.5,
    above: 250,
    below: 900,
    belowAtEnd: 2600,
    attack: 1,
    release: 1.8,
    seed: 32,
  })
  synth.tone({ at: 8.9, seconds: 3.9, pitch: 520, slideTo: 1150, gain: 0.06, attack: 0.3, release: 0.6, vibrato: 0.05 })
  synth.tone({ at: 12.9, seconds: 0.6, pitch: 1250, slideTo: 380, gain: 0.08, release: 0.1 })
  synth.thump(13.5, 0.4, 240)
  for (const [n, at] of [14.5, 15].entries()) synth.bell(at, n ? 'G6' : 'E6', 0.05, 0, 0.5)
  for (let at = 17; at < 19.6; at += 0.09)
    synth.tone({
      at,
      seconds: 0.07,
      pitch: 58,
      gain: 0.16 * Math.abs(Math.sin((at - 17) * 1.9)),
      shape: 'reed',
      attack: 0.02,
      release: 0.04,
    })
  for (let n = 0; n < 9; n += 1)
    synth.tone({
      at: 2.6 + n * 0.16 + (n > 4 ? 1.9 : 0),
      seconds: 0.1,
      pitch: 3100 + (n % 3) * 320,
      slideTo: 3700,
      gain: 0.028,
      release: 0.05,
      pan: -0.6,
    })
  synth.echo(0.22, 0.16)
}

export const film: Film = {
  key: 'balcony',
  size: HD,
  card: {
    background: '#C9ECE6',
    ink: '#22405A',
    accent: '#F2684C',
    lines: ['Wash Day', 'for a Cat'],
    end: 'Finders keepers',
  },
  shots: [nap, gust, hat],
  score,
}
