import { forEachConcurrently } from './concurrent-each.ts'
import type { S3Bucket } from './s3-bucket.server.ts'
import { isAbsent } from './s3-faults.server.ts'
import { childrenOf, type ListedObject, objectsBelow } from './s3-lists.server.ts'
import { rangesOf, withParts } from './s3-multipart.server.ts'
import { headOf } from './s3-reads.server.ts'
import { locationOf } from './s3-settings.ts'
import { expectStored } from './s3-stored.server.ts'
import type { IsAwaited } from './storage.server.ts'

const TRASH = 'trash'
const REQUESTS_AT_ONCE = 8
/** The store copies larger objects in parts of this size, so that no request takes long. */
const COPY_PART_BYTES = 256 * 1024 * 1024

export async function removeObject(bucket: S3Bucket, key: string): Promise<void> {
  await removeFullKey(bucket, bucket.fullKey(key))
}

export async function removeFolder(bucket: S3Bucket, folder: string): Promise<void> {
  await removeObject(bucket, folder)
  for await (const page of objectsBelow(bucket, folder))
    await forEachConcurrently(page, REQUESTS_AT_ONCE, ({ fullKey }) => removeFullKey(bucket, fullKey))
}

/**
 * Moves objects to the trash. Each one is copied first and then removed: after a crash in between it is at both places
 * until the next call. Objects that are in the trash already stay there, as they may come from a call that failed.
 */
export async function discard(bucket: S3Bucket, key: string, day: Date): Promise<string | null> {
  const found = await objectsAt(bucket, key)
  if (found.length === 0) return null
  const target = `${TRASH}/${nameOfDay(day)}/${key}`
  const from = bucket.fullKey(key)
  await forEachConcurrently(found, REQUESTS_AT_ONCE, async (object) => {
    await copy(bucket, object, target + object.fullKey.slice(from.length))
    await removeFullKey(bucket, object.fullKey)
  })
  return `${locationOf(bucket.settings)}/${target}`
}

export async function emptyTrash(bucket: S3Bucket, before: Date): Promise<void> {
  for (const day of await childrenOf(bucket, TRASH))
    if (day < nameOfDay(before)) await removeFolder(bucket, `${TRASH}/${day}`)
}

/**
 * Aborts uploads in parts of which nothing has arrived for so long, by the clock of the store.
 * @param isAwaited whether more parts of an upload are expected, however long that takes
 */
export async function abortLeftovers(
  bucket: S3Bucket,
  olderThanMs: number,
  isAwaited: IsAwaited = async () => false,
): Promise<void> {
  const { Bucket, settings } = bucket
  const Prefix = settings.prefix === '' ? '' : `${settings.prefix}/`
  let after: { KeyMarker?: string; UploadIdMarker?: string } | null = {}
  while (after !== null) {
    const marker: { KeyMarker?: string; UploadIdMarker?: string } = after
    const page = await bucket.call((s3) => s3.listMultipartUploads({ Bucket, Prefix, ...marker }))
    for (const { Key = '', UploadId = '', Initiated = new Date(0) } of page.Uploads ?? []) {
      const upload = { Bucket, Key, UploadId }
      const movedAt = (await lastPartAt(bucket, upload)) ?? Initiated
      if (bucket.now().getTime() - movedAt.getTime() < olderThanMs) continue
      if (await isAwaited(Key.slice(Prefix.length), UploadId)) continue
      await ignoreAbsent(bucket.call((s3) => s3.abortMultipartUpload(upload)))
    }
    after = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null
  }
}

/** Null when no part has arrived, or the upload has ended since. */
async function lastPartAt(
  bucket: S3Bucket,
  upload: { Bucket: string; Key: string; UploadId: string },
): Promise<Date | null> {
  let newest: Date | null = null
  let after: string | undefined
  do {
    const page = await ignoreAbsent(bucket.call((s3) => s3.listParts({ ...upload, PartNumberMarker: after })))
    for (const { LastModified } of page?.Parts ?? [])
      if (LastModified && (newest === null || LastModified > newest)) newest = LastModified
    after = page?.IsTruncated ? page.NextPartNumberMarker : undefined
  } while (after !== undefined)
  return newest
}

/** The object under a key, and all below it. */
async function objectsAt(bucket: S3Bucket, key: string): Promise<ListedObject[]> {
  const own = await headOf(bucket, key)
  const found: ListedObject[] = own ? [{ ...own, fullKey: bucket.fullKey(key) }] : []
  for await (const page of objectsBelow(bucket, key)) found.push(...page)
  return found
}

async function copy(bucket: S3Bucket, { fullKey, sizeBytes, tag }: ListedObject, target: string): Promise<void> {
  const { Bucket } = bucket
  const source = {
    CopySource: `${Bucket}/${fullKey.split('/').map(encodeURIComponent).join('/')}`,
    CopySourceIfMatch: tag,
  }
  if (sizeBytes <= COPY_PART_BYTES) {
    await bucket.call((s3) => s3.copyObject({ ...source, Bucket, Key: bucket.fullKey(target) }))
    await expectStored(bucket, target, sizeBytes)
    return
  }
  await withParts(
    bucket,
    target,
    rangesOf(sizeBytes, COPY_PART_BYTES),
    REQUESTS_AT_ONCE,
    async (upload, PartNumber, { start, end }) => {
      const CopySourceRange = `bytes=${start}-${end}`
      const copied = await bucket.call((s3) => s3.uploadPartCopy({ ...source, ...upload, PartNumber, CopySourceRange }))
      return copied.CopyPartResult?.ETag
    },
  )
  await expectStored(bucket, target, sizeBytes)
}

/** Removes an object; some stores answer 404 where others confirm. */
async function removeFullKey(bucket: S3Bucket, Key: string): Promise<void> {
  const { Bucket } = bucket
  await ignoreAbsent(bucket.call((s3) => s3.deleteObject({ Bucket, Key })))
}

/** The response; null when the store does not have the object of the request. */
export async function ignoreAbsent<Result>(request: Promise<Result>): Promise<Result | null> {
  try {
    return await request
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

function nameOfDay(day: Date): string {
  return day.toISOString().slice(0, 10)
}
