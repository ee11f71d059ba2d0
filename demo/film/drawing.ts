/** Drawings are SVG text in the coordinates of the scenes: 640 wide, 360 high. */
export const STAGE = { width: 640, height: 360 }
/** On twos: a new drawing every second frame of 24. */
export const DRAWINGS_PER_SECOND = 12

export interface TransformOptions {
  x?: number
  y?: number
  scale?: number
  scaleX?: number
  scaleY?: number
  /** Degrees. */
  rotate?: number
  skewX?: number
  /** The fixed point of rotation, scaling and skewing. */
  around?: [x: number, y: number]
  opacity?: number
}

/** Moves, rotates, scales or fades a drawing. */
export function transform(drawing: string, options: TransformOptions): string {
  const { x = 0, y = 0, scale = 1, scaleX = 1, scaleY = 1, rotate = 0, skewX = 0, around = [0, 0], opacity } = options
  const [px, py] = around
  const steps = [
    `translate(${short(x + px)} ${short(y + py)})`,
    rotate ? `rotate(${short(rotate)})` : '',
    skewX ? `skewX(${short(skewX)})` : '',
    scale * scaleX !== 1 || scale * scaleY !== 1 ? `scale(${short(scale * scaleX)} ${short(scale * scaleY)})` : '',
    `translate(${short(-px)} ${short(-py)})`,
  ]
  const seen = opacity === undefined ? '' : ` opacity="${short(opacity)}"`
  return `<g transform="${steps.join('')}"${seen}>${drawing}</g>`
}

/** Centres a point of the stage, magnified by `zoom`. */
export function camera(drawing: string, view: { x: number; y: number; zoom: number; tilt?: number }): string {
  const { x, y, zoom, tilt = 0 } = view
  return `<g transform="translate(320 180) rotate(${short(tilt)}) scale(${short(zoom)}) translate(${short(-x)} ${short(-y)})">${drawing}</g>`
}

export function short(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}

export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

/** 0 before `from`, 1 after `to`, smooth in between. */
export function ease(t: number, from: number, to: number): number {
  const share = Math.min(1, Math.max(0, (t - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

/** 0 before `from`, 1 after `to`, linear in between. */
export function linear(t: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (t - from) / (to - from)))
}

/** From 0 to 1 with one overshoot. */
export function pop(t: number, at: number, seconds = 0.5): number {
  const share = linear(t, at, at + seconds)
  return share === 0 || share === 1 ? share : 1 - Math.cos(share * Math.PI * 2.5) * (1 - share) ** 2
}

export function wave(t: number, seconds: number, phase = 0): number {
  return Math.sin((t / seconds + phase) * Math.PI * 2)
}

/** From 0 to 1; the same arguments give the same number. */
export function random(seed: number, salt = 0): number {
  let mixed = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x297a2d39)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}

export function times(count: number, draw: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => draw(at)).join('')
}

/** A four-pointed star. */
export function sparkle(x: number, y: number, r: number, fill = '#FFFDF4'): string {
  const c = r * 0.14
  return `<path transform="translate(${short(x)} ${short(y)})" d="M0 ${short(-r)}Q${short(c)} ${short(-c)} ${short(r)} 0Q${short(c)} ${short(c)} 0 ${short(r)}Q${short(-c)} ${short(c)} ${short(-r)} 0Q${short(-c)} ${short(-c)} 0 ${short(-r)}Z" fill="${fill}"/>`
}

export function disc(x: number, y: number, r: number, fill: string, opacity = 1): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(Math.max(0, r))}" fill="${fill}"${opacity === 1 ? '' : ` opacity="${short(opacity)}"`}/>`
}

export function box(x: number, y: number, width: number, height: number, fill: string, more = ''): string {
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${fill}" ${more}/>`
}

export function shape(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`
}

export function line(d: string, stroke: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`
}

/** Covers the entire stage and what a moving camera may show beside it. */
export function veil(fill: string, opacity: number): string {
  return opacity <= 0 ? '' : box(-640, -360, 1920, 1080, fill, `opacity="${short(opacity)}"`)
}

/** An iris that closes around a point, as at the end of old films; `open` is 1 when nothing is covered. */
export function iris(x: number, y: number, open: number, fill: string): string {
  if (open >= 1) return ''
  const r = Math.max(0, open) ** 1.4 * 560
  return `<path fill-rule="evenodd" fill="${fill}" d="M-640-360H1280V720H-640ZM${short(x - r)} ${short(y)}a${short(r)} ${short(r)} 0 1 0 ${short(2 * r)} 0a${short(r)} ${short(r)} 0 1 0 ${short(-2 * r)} 0Z"/>`
}

/** Falling strokes, at new positions in each drawing. */
export function rain(
  t: number,
  drops: number,
  options: { seed?: number; colour?: string; length?: number } = {},
): string {
  const { seed = 0, colour = '#CFE6EA', length = 26 } = options
  const drawing = Math.round(t * DRAWINGS_PER_SECOND)
  const d = Array.from({ length: drops }, (_, at) => {
    const speed = 0.75 + random(at, seed) * 0.5
    const fall = (random(at, seed + 1) * 420 + drawing * 44 * speed) % 420
    const x = ((random(at, seed + 2) * 720 - drawing * 9 * speed + 72_000) % 720) - 20
    return `M${short(x)} ${short(fall - 40)}l${short(-length * 0.25)} ${short(length * speed)}`
  })
  return line(d.join(''), colour, 1.6, 'opacity=".7"')
}

/** Letters z that rise from a sleeper. */
export function snore(t: number, x: number, y: number, fill: string, size = 20): string {
  return times(3, (at) => {
    const age = (((t / 2.4 + at / 3) % 1) + 1) % 1
    const grown = size * (0.5 + age * 0.7)
    return textElement('z', x + age * size * 2.2 + wave(age, 0.6) * 4, y - age * size * 1.5, grown, fill, {
      opacity: Math.sin(age * Math.PI),
    })
  })
}

export interface Lettering {
  face?: 'display' | 'pencil' | 'text'
  anchor?: 'start' | 'middle' | 'end'
  opacity?: number
  rotate?: number
}

const faces = {
  display: "'Dela Gothic One', sans-serif",
  pencil: "'Klee One', cursive",
  text: "'Figtree Variable', 'M PLUS 2', sans-serif",
}

export function textElement(
  text: string,
  x: number,
  y: number,
  size: number,
  fill: string,
  lettering: Lettering = {},
): string {
  const { face = 'display', anchor = 'middle', opacity = 1, rotate = 0 } = lettering
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text transform="translate(${short(x)} ${short(y)}) rotate(${short(rotate)})" font-family="${faces[face]}" font-size="${short(size)}" fill="${fill}" text-anchor="${anchor}" opacity="${short(opacity)}">${safe}</text>`
}
