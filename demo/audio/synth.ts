const SAMPLE_RATE = 48_000

export interface Tone {
  at: number
  seconds: number
  /** Hertz, or a note such as `A4` or `C#5`. */
  pitch: number | string
  gain?: number
  /** -1 left, 1 right. */
  pan?: number
  attack?: number
  release?: number
  shape?: 'sine' | 'soft' | 'reed' | 'square'
  /** Pitch at the end, for a slide. */
  slideTo?: number | string
  vibrato?: number
}

export interface Noise {
  at: number
  seconds: number
  gain?: number
  pan?: number
  attack?: number
  release?: number
  /** Hertz: higher frequencies are damped; `belowAtEnd` when that changes. */
  below?: number
  belowAtEnd?: number
  /** Hertz: lower frequencies are damped. */
  above?: number
  seed?: number
}

const semitones: Record<string, number> = { C: -9, D: -7, E: -5, F: -4, G: -2, A: 0, B: 2 }

/** `A4` is 440 Hz. */
function hertz(pitch: number | string): number {
  if (typeof pitch === 'number') return pitch
  const [, letter = 'A', sharp, octave = '4'] = /^([A-G])(#?)(\d)$/.exec(pitch) ?? []
  return 440 * 2 ** (((semitones[letter] ?? 0) + (sharp ? 1 : 0)) / 12 + Number(octave) - 4)
}

/** Two channels to which instruments are added; deterministic. */
export class Synth {
  readonly left: Float32Array
  readonly right: Float32Array
  readonly seconds: number

  constructor(seconds: number) {
    this.seconds = seconds
    this.left = new Float32Array(Math.ceil(seconds * SAMPLE_RATE))
    this.right = new Float32Array(this.left.length)
  }

  tone({
    at,
    seconds,
    pitch,
    gain = 0.2,
    pan = 0,
    attack = 0.01,
    release = 0.1,
    shape = 'sine',
    slideTo,
    vibrato = 0,
  }: Tone): void {
    const from = hertz(pitch)
    const to = slideTo === undefined ? from : hertz(slideTo)
    let phase = 0
    this.#add(at, seconds, pan, (t) => {
      phase += (from * (to / from) ** (t / seconds) * (1 + vibrato * Math.sin(t * 33))) / SAMPLE_RATE
      return wave(shape, phase) * gain * envelope(t, seconds, attack, release)
    })
  }

  noise({
    at,
    seconds,
    gain = 0.1,
    pan = 0,
    attack = 0.02,
    release = 0.1,
    below = 6000,
    belowAtEnd = below,
    above = 0,
    seed = 1,
  }: Noise): void {
    let state = seed * 7919
    let low = 0
    let floor = 0
    this.#add(at, seconds, pan, (t) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
      const cut = below + (belowAtEnd - below) * (t / seconds)
      low += (state / 2 ** 31 - low) * (1 - Math.exp((-2 * Math.PI * cut) / SAMPLE_RATE))
      floor += (low - floor) * (1 - Math.exp((-2 * Math.PI * above) / SAMPLE_RATE))
      return (low - floor) * gain * envelope(t, seconds, attack, release)
    })
  }

  /** Struck metal or glass: inharmonic partials, of which the higher ones fade sooner. */
  bell(at: number, pitch: number | string, gain = 0.16, pan = 0, seconds = 2.2): void {
    const base = hertz(pitch)
    const partials = [1, 2.01, 2.98, 4.2, 5.43]
    this.#add(
      at,
      seconds,
      pan,
      (t) =>
        partials.reduce(
          (sum, ratio, n) =>
            sum + (Math.sin(2 * Math.PI * base * ratio * t) * gain * Math.exp(-t * (2 + n * 2.2))) / (n + 1),
          0,
        ) * Math.min(1, (seconds - t) * 20),
    )
  }

  /** A plucked string. */
  pluck(at: number, pitch: number | string, gain = 0.2, pan = 0, seconds = 1.4): void {
    const base = hertz(pitch)
    this.#add(at, seconds, pan, (t) => {
      const bright = Math.exp(-t * 9)
      const angle = 2 * Math.PI * base * t
      return (
        (Math.sin(angle) + bright * 0.6 * Math.sin(2 * angle) + bright * 0.35 * Math.sin(3 * angle)) *
        gain *
        Math.exp(-t * 3.2) *
        Math.min(1, t * 400) *
        Math.min(1, (seconds - t) * 20)
      )
    })
  }

  /** A soft chord. */
  pad(at: number, seconds: number, pitches: (number | string)[], gain = 0.06): void {
    for (const [n, pitch] of pitches.entries()) {
      const base = hertz(pitch)
      const side = pitches.length < 2 ? 0 : (n / (pitches.length - 1)) * 1.2 - 0.6
      for (const detune of [0.997, 1.003]) {
        this.tone({
          at,
          seconds,
          pitch: base * detune,
          gain,
          pan: side,
          attack: Math.min(1, seconds / 3),
          release: Math.min(1.4, seconds / 3),
          shape: 'soft',
        })
      }
    }
  }

  /** A low knock. */
  thump(at: number, gain = 0.5, pitch = 90): void {
    this.tone({ at, seconds: 0.3, pitch, slideTo: pitch / 2.2, gain, attack: 0.004, release: 0.26 })
  }

  /** Adds an echo of each channel to the other. */
  echo(delaySeconds = 0.31, share = 0.28): void {
    const delay = Math.round(delaySeconds * SAMPLE_RATE)
    for (let n = delay; n < this.left.length; n += 1) {
      this.left[n]! += this.right[n - delay]! * share
      this.right[n]! += this.left[n - delay]! * share
    }
  }

  /** Interleaved 16-bit samples; peaks are rounded off, and the end fades out. */
  toPcm(): Buffer {
    const pcm = Buffer.alloc(this.left.length * 4)
    const fade = SAMPLE_RATE * 0.4
    for (let n = 0; n < this.left.length; n += 1) {
      const end = Math.min(1, (this.left.length - n) / fade)
      pcm.writeInt16LE(Math.round(Math.tanh(this.left[n]! * end) * 32_000), n * 4)
      pcm.writeInt16LE(Math.round(Math.tanh(this.right[n]! * end) * 32_000), n * 4 + 2)
    }
    return pcm
  }

  #add(at: number, seconds: number, pan: number, sample: (t: number) => number): void {
    const start = Math.round(at * SAMPLE_RATE)
    const end = Math.min(this.left.length, start + Math.round(seconds * SAMPLE_RATE))
    const right = Math.sqrt((1 + pan) / 2)
    const left = Math.sqrt((1 - pan) / 2)
    for (let n = Math.max(0, start); n < end; n += 1) {
      const value = sample((n - start) / SAMPLE_RATE)
      this.left[n]! += value * left
      this.right[n]! += value * right
    }
  }
}

function wave(shape: NonNullable<Tone['shape']>, phase: number): number {
  const angle = 2 * Math.PI * phase
  if (shape === 'sine') return Math.sin(angle)
  if (shape === 'soft') return Math.sin(angle) + 0.25 * Math.sin(2 * angle) + 0.08 * Math.sin(3 * angle)
  if (shape === 'reed') return Math.sin(angle) + 0.4 * Math.sin(3 * angle) + 0.2 * Math.sin(5 * angle)
  return Math.tanh(4 * Math.sin(angle)) * 0.6
}

function envelope(t: number, seconds: number, attack: number, release: number): number {
  return Math.min(1, t / attack, Math.max(0, (seconds - t) / release))
}
