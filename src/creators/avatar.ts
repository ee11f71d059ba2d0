/** Largest accepted image upload. @see docs/product.md#limits */
export const AVATAR_MAX_BYTES = 5 * 1024 ** 2
/** Width and height of the stored image. */
export const AVATAR_SIDE_PIXELS = 512

/** Media types accepted for an upload; the bytes decide the actual type. */
export const avatarTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
