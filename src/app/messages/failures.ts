// Messages of failed actions. @see docs/product.md#error-catalogue

/** Worded by the specification. */
export const UPLOAD_FAILED = 'Upload failed. Please try again.'
/** Worded by the specification. */
export const TOO_LONG = 'Video exceeds 10-minute limit.'
/** Worded by the specification. */
export const EDIT_FAILED = 'Error updating episode. Please try again.'
/** Worded by the specification. */
export const DELETE_FAILED = 'Error deleting episode. Please try again.'
export const BULK_FAILED = 'Error updating episodes. Please try again.'
export const BULK_NOTHING_CHOSEN = 'Please choose a genre or type tags.'
export const POSTER_FAILED = 'Error updating thumbnail. Please try again.'
export const REPLACING_FAILED = 'Error replacing the file. Please try again.'
export const RETRY_FAILED = 'Error retrying this video. Please try again.'
/** Messages in place of a page that could not be fetched. */
export const notArrived = {
  offline: {
    title: 'You are offline',
    text: 'This page has not arrived. It opens by itself as soon as the network is back.',
  },
  failed: {
    title: 'This page did not arrive',
    text: 'Something went wrong on our side. Nothing of yours is lost.',
  },
}
/** Shown in place of an answer that cannot be read. */
export const PAGE_NOT_LOADED = 'This page could not be loaded. Please try again in a moment.'
export const PAGE_GONE = 'It may have been taken down, or the link may be wrong.'
export const NO_RESPONSE = 'The server did not respond as expected. Please try again in a moment.'
/** Refusals that pages also show without one. */
export const SIGN_IN_REQUIRED = 'You must be logged in.'
export const COMMENTS_CLOSED = 'Comments are turned off for this episode.'
export const COMMENTS_CLOSED_EVERYWHERE = 'Comments are turned off on this site for now.'
export const CREDIT_GONE = 'This credit no longer exists.'
/** Details of problem documents of faults, which say no cause. */
export const faults = {
  filesUnwritable: 'Hoshi cannot store files right now. Please try again in a moment.',
  storageUnreachable: 'Hoshi cannot reach its files right now. Please try again in a moment.',
  databaseUnreachable: 'Hoshi cannot reach its database right now. Please try again in a moment.',
  unknown: 'Something went wrong on our side. Please try again.',
}
interface FailedList {
  search: string
  isOffline: boolean
}

/** A list of episodes that could not be fetched for its search or its filters. */
export function listFailedTitle({ search, isOffline }: FailedList): string {
  const what = search === '' ? 'The list could not be loaded.' : `“${search}” could not be searched.`
  return isOffline ? `${what} You are offline.` : what
}

/** The notice above earlier episodes that are still shown when the list could not be fetched. */
export function listNotRenewed({ search, isOffline }: FailedList): string {
  const what = search === '' ? 'The list is updated' : 'The search runs'
  return `These are the episodes from before. ${what} by itself when ${isOffline ? 'the network is back' : 'the server answers'}.`
}

/** Replaces the progress of an upload. */
export const CONNECTION_LOST = 'Waiting for the network. Nothing is lost.'

/** The notice of a lost connection, with the seconds until the next attempt. */
export function connectionLost(retrySeconds: number): string {
  return retrySeconds === 0 ? CONNECTION_LOST : `${CONNECTION_LOST} Next try in ${retrySeconds}\u00a0s.`
}
