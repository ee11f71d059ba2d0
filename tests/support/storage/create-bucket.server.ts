import { S3 } from '@aws-sdk/client-s3'
import type { S3Settings } from '#platform/s3-settings.ts'
import { eventually } from '../run/eventually.ts'

/** Creates the bucket once the store answers. */
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
  s3.destroy()
}
