/** A poster instead of the automatic one: bytes of an image, or a moment of the video, in seconds. */
export type PosterChoice = { image: Pick<Blob, 'size' | 'bytes'> } | { atSeconds: number }

/** A poster in one of its sizes. */
export interface PosterImage {
  /** A path on our origin, or an absolute URL of another one. */
  url: string
  /** Width in pixels. */
  width: number
  height: number
}

/** The longer side of a poster: a landscape one is 640 wide, a portrait one 640 high. */
const POSTER_SIDE_PIXELS = 640

/** The longer side of a large poster, for screens with more than one pixel to a CSS pixel. */
const LARGE_POSTER_SIDE_PIXELS = 1280

/** Size of a poster for a video of this aspect ratio. @param mayGrow whether the poster may be larger than the video */
export function posterBox(
  display: { width: number; height: number },
  mayGrow = false,
  sidePixels = POSTER_SIDE_PIXELS,
): { width: number; height: number } {
  const scale = sidePixels / Math.max(display.width, display.height)
  const pixels = (side: number) => Math.max(2, Math.round((side * (mayGrow ? scale : Math.min(1, scale))) / 2) * 2)
  return { width: pixels(display.width), height: pixels(display.height) }
}

/** Size of the large poster for a video of this size; null when it would be no larger than the poster. */
export function largePosterBox(display: { width: number; height: number }): { width: number; height: number } | null {
  const isLarger = Math.max(display.width, display.height) > POSTER_SIDE_PIXELS
  return isLarger ? posterBox(display, false, LARGE_POSTER_SIDE_PIXELS) : null
}

/** Box of the large poster for an image in the shape of a video; the image itself is never enlarged. */
export const largeImageBox = (display: { width: number; height: number }): { width: number; height: number } =>
  posterBox(display, true, LARGE_POSTER_SIDE_PIXELS)

/** Size of a picture that is scaled down to a longer side of so many pixels; never enlarged. */
export function scaledDown(
  { width, height }: { width: number; height: number },
  sidePixels: number,
): { width: number; height: number } {
  const scale = Math.min(1, sidePixels / Math.max(width, height))
  const pixels = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: pixels(width), height: pixels(height) }
}
