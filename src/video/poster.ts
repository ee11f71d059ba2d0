import { AVATAR_MAX_BYTES, avatarTypes } from '#creators/avatar.ts'

/** The largest picture that is taken for a video, as it is sent; the same as for people. @see docs/product.md#limits */
export const POSTER_MAX_BYTES = AVATAR_MAX_BYTES

/** What a picture may be sent as; what it is, its bytes decide. */
export const posterTypes = avatarTypes

/** What stands for a video instead of the automatic picture: bytes of an image, or a moment of the film in seconds. */
export type PosterChoice = { picture: Pick<Blob, 'size' | 'bytes'> } | { atSeconds: number }

/** The longer side of a poster: a landscape picture is 640 wide, a portrait one 640 high. */
const POSTER_SIDE_PIXELS = 640

/** The size of a poster for a video of this shape. @param mayGrow also where the video itself is smaller */
export function posterBox(
  shown: { width: number; height: number },
  mayGrow = false,
): { width: number; height: number } {
  const scale = POSTER_SIDE_PIXELS / Math.max(shown.width, shown.height)
  const pixels = (side: number) => Math.max(2, Math.round((side * (mayGrow ? scale : Math.min(1, scale))) / 2) * 2)
  return { width: pixels(shown.width), height: pixels(shown.height) }
}
