import { reasonCodes } from './media/reason-codes.ts'

/** Why a video is in `error`. */
export const failureReasons = [
  ...reasonCodes,
  'upload_expired',
  'upload_cancelled',
  'host_failed',
  'processing_failed',
] as const
export type FailureReason = (typeof failureReasons)[number]
