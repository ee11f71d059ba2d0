/** Largest image accepted from a person, in bytes. @see docs/product.md#limits */
export const IMAGE_MAX_BYTES = 5 * 1024 ** 2

/** Media types that an image may be declared as; its bytes decide the actual type. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
