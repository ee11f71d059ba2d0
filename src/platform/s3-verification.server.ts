import { text } from 'node:stream/consumers'
import { newId } from './ids.server.ts'
import type { S3Bucket } from './s3-bucket.server.ts'
import { readS3Error, type S3Error } from './s3-faults.server.ts'
import { childrenOf } from './s3-lists.server.ts'
import { readObject } from './s3-reads.server.ts'
import { removeObject } from './s3-removals.server.ts'
import type { S3Settings } from './s3-settings.ts'
import { createText } from './s3-writes.server.ts'

/** Stores refuse requests that are off by 15 minutes, and ages of objects are compared with our clock. */
const CLOCK_TOLERANCE_MS = 5 * 60_000
const BYTES = 'Hoshi looks whether it can work here.'

/**
 * Performs the usual operations of the storage once.
 * @returns what is wrong, in an operator's words, with the setting to correct; null when everything works
 */
export async function verifyS3(bucket: S3Bucket): Promise<string | null> {
  const { Bucket } = bucket
  const probe = `temporary/probe-${newId()}`
  const upload = { Bucket, Key: bucket.fullKey(probe) }
  const steps: [what: string, run: () => Promise<unknown>][] = [
    ['list objects', () => childrenOf(bucket, 'temporary')],
    ['create an object', () => createText(bucket, probe, BYTES)],
    ['read a range of an object', () => expectRange(bucket, probe)],
    ['remove an object', () => removeObject(bucket, probe)],
    ['upload in parts', () => abortNewUpload(bucket, upload)],
  ]
  for (const [what, run] of steps) {
    try {
      await run()
    } catch (error) {
      return sentenceFor(bucket, what, error)
    }
    const clockProblem = clockSentence(bucket.clockAheadMs())
    if (clockProblem) return clockProblem
  }
  return null
}

async function expectRange(bucket: S3Bucket, key: string): Promise<void> {
  const read = await text(await readObject(bucket, key, { start: 6, end: 10 }))
  if (read !== BYTES.slice(6, 11)) throw new Error('Other bytes came back.')
}

async function abortNewUpload({ call }: S3Bucket, upload: { Bucket: string; Key: string }): Promise<void> {
  const { UploadId } = await call((s3) => s3.createMultipartUpload(upload))
  await call((s3) => s3.abortMultipartUpload({ ...upload, UploadId }))
}

function clockSentence(aheadMs: number): string | null {
  if (Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS) return null
  const minutes = Math.round(Math.abs(aheadMs) / 60_000)
  const side = aheadMs > 0 ? 'ahead of' : 'behind'
  return `The clock of this machine is ${minutes} minutes ${side} that of the S3 storage. Set the clock, or choose another S3_ENDPOINT.`
}

function sentenceFor({ settings }: S3Bucket, what: string, error: unknown): string {
  const found = readS3Error((error as Error).cause ?? error)
  const place = settings.endpoint ?? `Amazon S3 in ${settings.region}`
  return (
    knownSentence(found, settings, place, what) ??
    `The S3 storage at ${place} cannot ${what}, which Hoshi needs (${detailOf(found)}). Choose another S3_ENDPOINT.`
  )
}

function knownSentence(error: S3Error, { bucket, region, credentials }: S3Settings, place: string, what: string) {
  const { name, status } = error
  if (status === undefined && name !== 'CredentialsProviderError')
    return `Nothing answers as an S3 storage at ${place} (${detailOf(error)}). Check S3_ENDPOINT, and that the storage runs.`
  switch (name) {
    case 'CredentialsProviderError':
      return 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not set, and this machine has no other credentials for S3.'
    case 'NoSuchBucket':
    case 'InvalidBucketName':
      return `S3_BUCKET is ${bucket}, but ${place} has no such bucket.`
    case 'InvalidAccessKeyId':
      return `S3_ACCESS_KEY_ID is not known at ${place}.`
    case 'SignatureDoesNotMatch':
      return `S3_SECRET_ACCESS_KEY does not belong to ${nameOfKey(credentials)}, says ${place}.`
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
    case 'AuthorizationQueryParametersError':
      return `S3_REGION is ${region}, but the bucket ${bucket} is in another region (${error.message}).`
    case 'AccessDenied':
      return `The bucket ${bucket} does not let ${nameOfKey(credentials)} ${what}. Correct its policy, S3_BUCKET or the key.`
    case 'RequestTimeTooSkewed':
      return `The clock of this machine differs too much from that of the S3 storage (${error.message}). Set the clock, or choose another S3_ENDPOINT.`
  }
  return null
}

function nameOfKey(credentials: S3Settings['credentials']): string {
  return credentials ? `S3_ACCESS_KEY_ID ${credentials.accessKeyId}` : 'the credentials of this machine'
}

function detailOf({ name, message, status, systemCode }: S3Error): string {
  if (status !== undefined) return `${status} ${name}`
  return systemCode ?? `${name}: ${message}`
}
