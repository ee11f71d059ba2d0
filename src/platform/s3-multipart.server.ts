import type { FileHandle } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { CompletedPart } from '@aws-sdk/client-s3'
import { forEachConcurrently } from './concurrent-each.ts'
import { newId } from './ids.server.ts'
import type { S3Bucket } from './s3-bucket.server.ts'
import { isAbsent, isWithoutPart, StorageUnavailable } from './s3-faults.server.ts'
import { headOf } from './s3-reads.server.ts'
import { LARGEST_OBJECT_BYTES, PART_BYTES } from './s3-settings.ts'
import { notStored } from './s3-stored.server.ts'
import type { ByteRange } from './storage.server.ts'

/** Parts of one object that are sent at once, so that a large one leaves room for others. */
const PARTS_AT_ONCE = 3
const COMPLETIONS_MAX = 4
const COMPLETION_PAUSE_MS = 500
/** Metadata with an id of the write, by which a lost answer to the completion is settled. */
export const WRITE_ID = 'hoshi-write'

/** An upload in parts, until it is completed or aborted. */
export interface Multipart {
  Bucket: string
  Key: string
  UploadId: string
}

/** Sends a file in parts. @returns the ETag */
export async function putInParts(bucket: S3Bucket, key: string, file: FileHandle, sizeBytes: number): Promise<string> {
  if (sizeBytes > LARGEST_OBJECT_BYTES)
    throw new Error(`The storage takes objects of ${LARGEST_OBJECT_BYTES} bytes at most.`)
  return await withParts(bucket, key, rangesOf(sizeBytes, PART_BYTES), PARTS_AT_ONCE, (upload, PartNumber, range) =>
    bucket.bodies(async () => {
      const Body = await readPart(file, range)
      const { ETag } = await bucket.call((s3) => s3.uploadPart({ ...upload, PartNumber, Body }))
      return ETag
    }),
  )
}

/**
 * Creates an object out of parts. The list of parts is that of the answers, never the store's own.
 * @param sendPart returns the ETag of the part
 * @returns the ETag of the object
 */
export async function withParts(
  bucket: S3Bucket,
  key: string,
  ranges: readonly ByteRange[],
  atOnce: number,
  sendPart: (upload: Multipart, number: number, range: ByteRange) => Promise<string | undefined>,
): Promise<string> {
  const writeId = newId()
  const upload = await createMultipart(bucket, key, writeId)
  const parts: CompletedPart[] = []
  try {
    await forEachConcurrently(ranges.entries(), atOnce, async ([index, range]) => {
      parts[index] = { PartNumber: index + 1, ETag: await sendPart(upload, index + 1, range) }
    })
    return await completeMultipart(bucket, key, upload, { writeId, parts })
  } catch (error) {
    // The cleanup finds the parts of an upload that could not be aborted.
    await bucket.call((s3) => s3.abortMultipartUpload(upload)).catch(() => {})
    throw isWithoutPart(error) ? notStored(bucket, key, { cause: error }) : error
  }
}

/** Begins an upload. @param writeId names it in the metadata of the object */
export async function createMultipart(bucket: S3Bucket, key: string, writeId: string): Promise<Multipart> {
  const { Bucket } = bucket
  const Key = bucket.fullKey(key)
  const created = await bucket.call((s3) =>
    s3.createMultipartUpload({ Bucket, Key, Metadata: { [WRITE_ID]: writeId } }),
  )
  return { Bucket, Key, UploadId: created.UploadId ?? '' }
}

/**
 * Completes an upload. After a failed or lost answer, the object itself says whether it was completed: a store may have
 * forgotten the upload by then.
 */
export async function completeMultipart(
  bucket: S3Bucket,
  key: string,
  upload: Multipart,
  { writeId, parts }: { writeId: string; parts: CompletedPart[] },
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { ETag = '' } = await bucket.callOnce((s3) =>
        s3.completeMultipartUpload({ ...upload, MultipartUpload: { Parts: parts } }),
      )
      return ETag
    } catch (error) {
      const found = await headOf(bucket, key)
      if (found?.metadata[WRITE_ID] === writeId) return found.tag
      const mayRepeat = error instanceof StorageUnavailable || isAbsent(error)
      if (!mayRepeat || attempt === COMPLETIONS_MAX) throw error
      await wait(COMPLETION_PAUSE_MS * attempt * (0.5 + Math.random()))
    }
  }
}

/** Successive ranges of at most `partBytes`. */
export function rangesOf(sizeBytes: number, partBytes: number): ByteRange[] {
  return Array.from({ length: Math.ceil(sizeBytes / partBytes) }, (_, index) => ({
    start: index * partBytes,
    end: Math.min((index + 1) * partBytes, sizeBytes) - 1,
  }))
}

/** @throws Error when the file has become shorter */
export async function readPart(file: FileHandle, { start, end }: ByteRange): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(end - start + 1)
  for (let read = 0; read < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, start + read)
    if (bytesRead === 0) throw new Error('A file became shorter while it was stored.')
    read += bytesRead
  }
  return bytes
}
