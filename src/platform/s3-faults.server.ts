import { STORAGE_UNAVAILABLE } from './storage-fault.ts'

/** The storage does not answer, or refuses everybody for now; the same request may succeed later. */
export class StorageUnavailable extends Error {
  readonly code = STORAGE_UNAVAILABLE

  constructor(where: string, options?: ErrorOptions) {
    super(`The storage ${where} is not available.`, options)
    this.name = 'StorageUnavailable'
  }
}

/** The storage takes no more bytes. Has the code of a full disk, because error handlers treat both alike. */
class StorageFull extends Error {
  readonly code = 'ENOSPC'

  constructor(where: string, options?: ErrorOptions) {
    super(`The storage ${where} is full.`, options)
    this.name = 'StorageFull'
  }
}

/** The parts of the SDK's errors that are used here. */
export interface S3Error {
  /** The code of the store, such as `NoSuchKey`, or the name of a fault of the client. */
  name: string
  message: string
  /** Absent when no response has begun. */
  status: number | undefined
  /** Code of a failed system call, such as `ECONNREFUSED`. */
  systemCode: string | undefined
}

const full = ['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded']
/** Answers with other status codes than 5xx that say nothing about the request itself. */
const passing = [
  'AccessDenied',
  'AccountProblem',
  'AllAccessDisabled',
  'CredentialsProviderError',
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidAccessKeyId',
  'NoSuchBucket',
  'RequestTimeout',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
  'SlowDown',
  'TooManyRequests',
  'TokenRefreshRequired',
]

export function readS3Error(error: unknown): S3Error {
  const found = (error instanceof Error ? error : new Error(String(error))) as Error & {
    $metadata?: { httpStatusCode?: number }
    Code?: string
    code?: unknown
  }
  const { Code, name, message, code, $metadata } = found
  return {
    name: Code ?? name,
    message,
    status: $metadata?.httpStatusCode,
    systemCode: typeof code === 'string' ? code : undefined,
  }
}

/**
 * The error of a failed request for callers of the storage: that it is unavailable or full, or the error itself.
 * @param where the name by which operators know the storage
 */
export function s3FaultOf(error: unknown, where: string): unknown {
  const { name, status } = readS3Error(error)
  if (full.includes(name) || status === 507) return new StorageFull(where, { cause: error })
  // An error may have a status all the same: the connection may break in the middle of an answer.
  const isUnanswered = isOfRequest(error)
  const isRefusedForNow =
    passing.includes(name) || status === 429 || (status !== undefined && status >= 500 && status !== 501)
  return isUnanswered || isRefusedForNow ? new StorageUnavailable(where, { cause: error }) : error
}

/** Whether an object, or its upload, is absent; also in the answer to HEAD, which has no code. */
export function isAbsent(error: unknown): boolean {
  const { name, status } = readS3Error(error)
  return name === 'NoSuchKey' || name === 'NoSuchUpload' || (name === 'NotFound' && status === 404)
}

/** Whether the store does not have a part that it has confirmed. */
export const isWithoutPart = (error: unknown): boolean => readS3Error(error).name === 'InvalidPart'

/** Whether a conditional write found an object. A store answers 409 when another write is under way. */
export function isExisting(error: unknown): boolean {
  const { status } = readS3Error(error)
  return status === 409 || status === 412
}

export const isUnsupported = (error: unknown): boolean => readS3Error(error).status === 501

/** Whether a range begins behind the last byte, as every range of an empty object does. */
export const isBeyondEnd = (error: unknown): boolean => readS3Error(error).status === 416

/** Whether the object under a key is no longer the one that was opened. */
export const isReplaced = (error: unknown): boolean => readS3Error(error).status === 412

/** The SDK's own name for failures of the connection, or a system call's; an error of ours is neither. */
function isOfRequest(error: unknown): boolean {
  const { name, systemCode } = readS3Error(error)
  return name === 'TimeoutError' || name === 'NetworkingError' || isOfNetwork(systemCode)
}

const networkCode =
  /^(E(CONN|HOST|NET|PIPE|AI_|TIMEDOUT|NOTFOUND|PROTO)|ERR_(SSL|TLS|STREAM)|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|HPE_)/

function isOfNetwork(code: string | undefined): boolean {
  return code !== undefined && networkCode.test(code)
}
