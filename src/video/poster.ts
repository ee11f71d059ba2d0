/** A poster instead of the automatic one: bytes of an image, or a moment of the video, in seconds. */
export type PosterChoice = { image: Pick<Blob, 'size' | 'bytes'> } | { atSeconds: number }

/** The longer side of a poster: a landscape one is 640 wide, a portrait one 640 high. */
const POSTER_SIDE_PIXELS = 640

/** Size of a poster for a video of this aspect ratio. @param mayGrow whether the poster may be larger than the video */
export function posterBox(
  display: { width: number; height: number },
  mayGrow = false,
): { width: number; height: number } {
  const scale = POSTER_SIDE_PIXELS / Math.max(display.width, display.height)
  const pixels = (side: number) => Math.max(2, Math.round((side * (mayGrow ? scale : Math.min(1, scale))) / 2) * 2)
  return { width: pixels(display.width), height: pixels(display.height) }
}
