import { S3 } from '@aws-sdk/client-s3'
import type { S3Settings } from '#platform/s3-settings.ts'
import { eventually } from '../run/eventually.ts'

/** Creates the bucket once the store answers, and waits until it takes objects: the servers behind its front may start later. */
export async function createBucket({
  bucket,
  endpoint,
  region,
  credentials,
  forcePathStyle,
}: S3Settings): Promise<void> {
  const s3 = new S3({
    region,
    forcePathStyle,
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials ? { credentials } : {}),
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  await eventually(`the store at ${endpoint} has a bucket`, async () => {
    await s3.createBucket({ Bucket: bucket })
    return true
  })
  await eventually(`the store at ${endpoint} takes objects`, async () => {
    await s3.putObject({ Bucket: bucket, Key: 'first', Body: 'first' })
    await s3.deleteObject({ Bucket: bucket, Key: 'first' })
    return true
  })
  s3.destroy()
}
