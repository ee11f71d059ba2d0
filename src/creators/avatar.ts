/** The largest picture that is taken, as it is sent. @see docs/product.md#limits */
export const AVATAR_MAX_BYTES = 5 * 1024 ** 2
/** Both sides of the picture as it is kept. */
export const AVATAR_SIDE_PIXELS = 512

/** What a picture may be sent as; what it is, its bytes decide. */
export const avatarTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
