/** Width and height of the stored image. */
export const AVATAR_SIDE_PIXELS = 512
