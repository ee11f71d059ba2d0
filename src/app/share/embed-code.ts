import { escapeXml } from '#platform/escape-xml.ts'

/** Width of an embedded player that its page does not size. */
const DEFAULT_WIDTH = 640
const WIDESCREEN = { width: 16, height: 9 }

/** An episode to be embedded. */
export interface Embeddable {
  id: string
  title: string
  /** Size of the picture; null until known. */
  width: number | null
  height: number | null
}

export interface PlayerSize {
  width: number
  height: number
}

/** The size of an embedded player: that of the picture, at most so many pixels wide and high. */
export function embedSize(
  { width, height }: Pick<Embeddable, 'width' | 'height'>,
  { maxWidth = DEFAULT_WIDTH, maxHeight = Number.POSITIVE_INFINITY }: { maxWidth?: number; maxHeight?: number } = {},
): PlayerSize {
  const picture = width && height ? { width, height } : WIDESCREEN
  const scale = Math.min(Math.min(maxWidth, DEFAULT_WIDTH) / picture.width, maxHeight / picture.height)
  const pixels = (length: number) => Math.max(1, Math.floor(length * scale + 0.001))
  return { width: pixels(picture.width), height: pixels(picture.height) }
}

/** The HTML with which another site embeds an episode. @param start whole seconds at which it starts */
export function embedCode(
  origin: string,
  { id, title }: Pick<Embeddable, 'id' | 'title'>,
  size: PlayerSize,
  start = 0,
): string {
  const attributes = [
    ['src', `${origin}/embed/${id}${start > 0 ? `?t=${start}` : ''}`],
    ['width', size.width],
    ['height', size.height],
    ['title', title],
    ['allow', 'autoplay; fullscreen; picture-in-picture'],
    ['style', 'border:0;max-width:100%'],
  ].map(([name, value]) => `${name}="${escapeXml(String(value))}"`)
  return `<iframe ${attributes.join(' ')} allowfullscreen></iframe>`
}
