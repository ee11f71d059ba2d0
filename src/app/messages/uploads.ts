import { genres } from '#catalog/episode.ts'

// States of an upload, and reasons why one failed. @see docs/product.md#upload

/** On the button that is disabled during an upload. Worded by the specification. */
export const UPLOADING = 'Uploading...'
export const EPISODE_IS_UP = 'Your episode is ready.'

const audiences = {
  public: 'Public',
  unlisted: 'Unlisted',
  private: 'Private',
  scheduled: 'Scheduled',
}

/** 'Public, in Fantasy.' */
export function placeText({ visibility, genre }: { visibility: keyof typeof audiences; genre: string }): string {
  return `${audiences[visibility]}, in ${canonicalGenre(genre)}.`
}

function canonicalGenre(typed: string): string {
  return genres.find((known) => known.toLowerCase() === typed.trim().toLowerCase()) ?? typed.trim()
}

/** Shown beneath 'Upload failed. Please try again.' */
export const uploadFailureDetails = {
  serverUnreachable: 'The server could not be reached. Your progress is saved. Please try again in a moment.',
  connectionLostTooLong: 'The connection was lost for too long. Your progress is saved. Please try again in a moment.',
  linkExpired: 'The upload link has expired. Please upload the file again.',
  formKept: 'Your title, genre and file are still here.',
  fileNeededAgain: 'Please choose the file again.',
}

export const uploadStates = {
  /** The server has the file, and has said no more yet. */
  received: 'Received',
  checking: 'Checking the file…',
  saving: 'Saving…',
  processing: 'You can leave this page. The episode appears on your profile when it is ready.',
  continues: 'The upload will continue where it stopped.',
  fileContinues: 'This upload will continue where it stopped.',
  partlyUploaded: (fileName: string) => `${fileName} is only partly uploaded. Choose it again to continue.`,
  notUploaded: (fileName: string) => `${fileName} has not been uploaded yet. Choose it again to upload it.`,
  notShown: 'Your browser cannot show this file. It can still be uploaded. The thumbnail appears afterwards.',
  percentUploaded: (percent: number) => `${percent}% uploaded`,
  /** @param bytes the bytes sent, of how many */
  sending: (bytes: string) => `Uploading · ${bytes}`,
  /** @param length of the video; @param excess by how much it exceeds the maximum */
  tooLongBy: (length: string, excess: string) => `${length}, ${excess} over the limit`,
}

/** The state of several uploads in one line. */
export function queueSummary(counts: { files: number; uploaded: number; failed: number; isAnyBusy: boolean }): string {
  const { uploaded, failed } = counts
  const files = counts.files === 1 ? '1 file' : `${counts.files} files`
  if (uploaded === counts.files) return counts.files === 1 ? '1 file uploaded' : `All ${files} uploaded`
  const progress = uploaded > 0 || counts.isAnyBusy ? `${uploaded} of ${files} uploaded` : files
  return failed > 0 ? `${progress}, ${failed} failed` : progress
}
