import type { S3Settings } from '#platform/s3-settings.ts'

/** The settings with which a Hoshi stores its files in a bucket. */
export function environmentOfBucket({ endpoint, region, bucket, credentials }: S3Settings): Record<string, string> {
  return {
    STORAGE: 's3',
    S3_ENDPOINT: endpoint ?? '',
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
  }
}
