// Messages of failed actions. @see docs/product.md#error-catalogue

/** Worded by the specification. */
export const UPLOAD_FAILED = 'Upload failed. Please try again.'
/** Worded by the specification. */
export const TOO_LONG = 'Video exceeds 10-minute limit.'
/** Worded by the specification. */
export const EDIT_FAILED = 'Error updating episode. Please try again.'
/** Worded by the specification. */
export const DELETE_FAILED = 'Error deleting episode. Please try again.'
export const BULK_FAILED = 'Error changing these episodes. Please try again.'
export const BULK_NOTHING_CHOSEN = 'Please choose a genre or type tags.'
export const POSTER_FAILED = 'Error changing the image. Please try again.'
export const REPLACING_FAILED = 'Error replacing the file. Please try again.'
export const RETRY_FAILED = 'Error retrying this video. Please try again.'
/** Replaces the progress of an upload. */
export const CONNECTION_LOST = 'Connection lost. Trying again…'

/** The same, with the seconds until the next attempt. */
export function connectionLost(retrySeconds: number): string {
  return retrySeconds === 0 ? CONNECTION_LOST : `${CONNECTION_LOST} Next try in ${retrySeconds}\u00a0s.`
}
