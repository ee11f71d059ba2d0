import { reasons } from './verdict.ts'

/** Every way a video ends as `error`, and the sentence its creator reads. */
export const failureReasons = {
  ...reasons,
  upload_expired: 'The upload was not finished in time. Please upload the file again.',
  upload_cancelled: 'The upload was cancelled. Please upload the file again.',
  host_failed:
    'The video service could not process this file. Please upload it again, as MP4 if it was something else.',
  processing_failed: 'Processing this file failed three times. Export it again as MP4, or try again later.',
} as const

export type FailureReason = keyof typeof failureReasons
