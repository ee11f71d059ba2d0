/** How much larger the picture is shown, and which part of it. */
export interface Zoom {
  /** 1 to `ZOOM_MAX`. */
  scale: number
  /** The point of the picture that is in the middle, from its left, 0 to 1. */
  x: number
  /** Position from its top, 0 to 1. */
  y: number
}

/** A point of the box that shows the picture, 0 to 1 both ways. */
export type BoxPoint = Pick<Zoom, 'x' | 'y'>

export const ZOOM_MAX = 8
export const wholePicture: Zoom = { scale: 1, x: 0.5, y: 0.5 }
const scales = [1, 1.5, 2, 3, 4, 6, ZOOM_MAX] as const

/** How many times the box is as wide and as high as the picture without zoom; at least one is 1. */
export type BoxRoom = Pick<Zoom, 'x' | 'y'>

/**
 * The picture after fingers, or a pointer, have moved over its box: the point under their middle stays under it.
 *
 * @param factor by which they have moved apart
 * @returns a view that may show the space beside the picture
 */
export function dragged({ scale, x, y }: Zoom, from: BoxPoint, to: BoxPoint, factor = 1): Zoom {
  const larger = clamp(scale * factor, 1, ZOOM_MAX)
  return {
    scale: larger,
    x: x + (from.x - 0.5) / scale - (to.x - 0.5) / larger,
    y: y + (from.y - 0.5) / scale - (to.y - 0.5) / larger,
  }
}

/** The zoom at the next larger or smaller scale, around the middle of the box. */
export function zoomedByStep(zoom: Zoom, direction: -1 | 1): Zoom {
  const shown = shownScale(zoom.scale)
  const next = direction === 1 ? scales.find((scale) => scale > shown) : scales.findLast((scale) => scale < shown)
  return { ...zoom, scale: next ?? zoom.scale }
}

/** Whether the picture is shown larger; a scale that is called '1×' is the whole picture. */
export function isZoomed({ scale }: Zoom): boolean {
  return shownScale(scale) > 1
}

/** How far from its middle the picture may be looked at before something beside it is shown, as shares of it. */
export function reachOf(scale: number, room: BoxRoom): BoxPoint {
  return { x: Math.max(0, 0.5 - room.x / scale / 2), y: Math.max(0, 0.5 - room.y / scale / 2) }
}

/** The nearest view that shows nothing beside the picture, as far as the picture is larger than its box. */
export function withinPicture({ scale, x, y }: Zoom, room: BoxRoom): Zoom {
  const reach = reachOf(scale, room)
  return { scale, x: clamp(x, 0.5 - reach.x, 0.5 + reach.x), y: clamp(y, 0.5 - reach.y, 0.5 + reach.y) }
}

/** '2.5×'. */
export function formatZoom(scale: number): string {
  return `${shownScale(scale)}×`
}

function shownScale(scale: number): number {
  return Number(scale.toFixed(1))
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}
