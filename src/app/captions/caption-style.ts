export const captionSizes = ['small', 'medium', 'large', 'very large'] as const
export const captionColours = ['white', 'cream', 'yellow', 'blue', 'green'] as const
export const captionEdges = ['none', 'outline', 'box'] as const
export const captionPlaces = ['top', 'bottom'] as const

/** How a viewer wants captions; remembered by the device. */
export interface CaptionStyle {
  size: (typeof captionSizes)[number]
  colour: (typeof captionColours)[number]
  edge: (typeof captionEdges)[number]
  place: (typeof captionPlaces)[number]
  /** Whether signs and songs stay as their author drew them. */
  keepsDrawn: boolean
}

export const defaultCaptionStyle: CaptionStyle = {
  size: 'medium',
  colour: 'white',
  edge: 'outline',
  place: 'bottom',
  keepsDrawn: true,
}

const STORAGE_KEY = 'hoshi.caption-style'

/** Reads a stored style, of which any part may be missing or of another version. */
export function parseCaptionStyle(text: string | null): CaptionStyle {
  const stored = readObject(text)
  const chosen = <Value extends string>(values: readonly Value[], field: keyof CaptionStyle, usual: Value) =>
    values.find((value) => value === stored[field]) ?? usual
  const { size, colour, edge, place, keepsDrawn } = defaultCaptionStyle
  return {
    size: chosen(captionSizes, 'size', size),
    colour: chosen(captionColours, 'colour', colour),
    edge: chosen(captionEdges, 'edge', edge),
    place: chosen(captionPlaces, 'place', place),
    keepsDrawn: typeof stored.keepsDrawn === 'boolean' ? stored.keepsDrawn : keepsDrawn,
  }
}

export function isDefaultStyle(style: CaptionStyle): boolean {
  return JSON.stringify(style) === JSON.stringify(defaultCaptionStyle)
}

/** Class names of lines in this style; captions.css. */
export function captionClass({ size, colour, edge, place }: CaptionStyle): string {
  return `captions is-${size.replace(' ', '-')} is-${colour} has-edge-${edge} is-at-${place}`
}

export function rememberedCaptionStyle(): CaptionStyle {
  try {
    return parseCaptionStyle(localStorage.getItem(STORAGE_KEY))
  } catch {
    // Private windows of some browsers have no storage.
    return defaultCaptionStyle
  }
}

export function rememberCaptionStyle(style: CaptionStyle): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(style))
  } catch {
    // It lasts as long as the page.
  }
}

function readObject(text: string | null): Partial<Record<keyof CaptionStyle, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
