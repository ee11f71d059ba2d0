import type { S3Bucket } from './s3-bucket.server.ts'

export interface ListedObject {
  /** The full key in the bucket. */
  fullKey: string
  sizeBytes: number
  tag: string
  changedAt: Date
}

/** All objects below a folder, or of the whole storage (''), at any depth, a page at a time. */
export async function* objectsBelow(bucket: S3Bucket, folder: string): AsyncGenerator<ListedObject[]> {
  const { Bucket } = bucket
  const Prefix = folder === '' ? rootOf(bucket) : `${bucket.fullKey(folder)}/`
  let after: string | undefined
  do {
    const page = await bucket.call((s3) => s3.listObjectsV2({ Bucket, Prefix, ContinuationToken: after }))
    yield (page.Contents ?? []).map(({ Key = '', Size = 0, ETag = '', LastModified = new Date(0) }) => ({
      fullKey: Key,
      sizeBytes: Size,
      tag: ETag,
      changedAt: LastModified,
    }))
    after = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (after !== undefined)
}

/** The keys of all objects below a folder, or of the whole storage (''), at any depth. */
export async function* keysBelow(bucket: S3Bucket, folder: string): AsyncGenerator<string> {
  for await (const page of objectsBelow(bucket, folder))
    for (const { fullKey } of page) yield fullKey.slice(rootOf(bucket).length)
}

/** The prefix of all full keys of the storage. */
function rootOf({ settings }: S3Bucket): string {
  return settings.prefix === '' ? '' : `${settings.prefix}/`
}

/** Names directly below a folder. */
export async function childrenOf(bucket: S3Bucket, folder: string): Promise<string[]> {
  const { Bucket } = bucket
  const Prefix = `${bucket.fullKey(folder)}/`
  const names = new Set<string>()
  let after: string | undefined
  do {
    const page = await bucket.call((s3) =>
      s3.listObjectsV2({ Bucket, Prefix, Delimiter: '/', ContinuationToken: after }),
    )
    for (const { Key = '' } of page.Contents ?? []) names.add(Key.slice(Prefix.length))
    for (const { Prefix: below = '' } of page.CommonPrefixes ?? []) names.add(below.slice(Prefix.length, -1))
    after = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (after !== undefined)
  names.delete('')
  return [...names]
}
