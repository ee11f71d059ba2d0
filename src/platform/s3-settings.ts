/** The location of a bucket, and the way to reach it. */
export interface S3Settings {
  /** Null for Amazon's own endpoint of the region. */
  endpoint: string | null
  region: string
  bucket: string
  /** Null for those that the SDK finds itself, in the environment, a profile or a role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** Whether the bucket is part of the path of a URL, rather than of its host. */
  forcePathStyle: boolean
  /** Prefix of all keys, without slashes at its ends; empty for none. */
  prefix: string
}

/** Larger objects are sent in parts of this size. */
export const PART_BYTES = 8 * 1024 * 1024
/** S3 takes 10,000 parts for one object. */
export const LARGEST_OBJECT_BYTES = PART_BYTES * 10_000

/** The URL of the bucket and prefix by which operators know the place. */
export function locationOf({ bucket, prefix }: Pick<S3Settings, 'bucket' | 'prefix'>): string {
  return prefix === '' ? `s3://${bucket}` : `s3://${bucket}/${prefix}`
}
