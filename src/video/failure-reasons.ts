import { reasons } from './media/validation.ts'

/** Reason codes of videos in `error`, with the sentence for the creator. */
export const failureReasons = {
  ...reasons,
  upload_expired: 'The upload was not finished in time. Please upload the file again.',
  upload_cancelled: 'The upload was cancelled. Please upload the file again.',
  host_failed: 'The video service could not process this file. Please export it as MP4 and upload it again.',
  processing_failed: 'Processing this file failed three times. Export it again as MP4, or try again later.',
} as const

export type FailureReason = keyof typeof failureReasons
