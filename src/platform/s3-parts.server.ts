import { createHash } from 'node:crypto'
import type { ObjectParts } from './object-parts.ts'
import type { S3Bucket } from './s3-bucket.server.ts'
import { isAbsent, isWithoutPart } from './s3-faults.server.ts'
import { completeMultipart, createMultipart, readPart, WRITE_ID } from './s3-multipart.server.ts'
import { headOf } from './s3-reads.server.ts'
import { ignoreAbsent } from './s3-removals.server.ts'
import { PART_BYTES } from './s3-settings.ts'
import { expectStored } from './s3-stored.server.ts'
import { ObjectMissing } from './storage.server.ts'

/** Objects of parts that arrive one by one: an upload in parts of S3 that stays open in between. */
export function openS3Parts(bucket: S3Bucket): ObjectParts {
  const { Bucket } = bucket
  const uploadOf = ({ key, uploadId }: { key: string; uploadId: string }) => {
    return { Bucket, Key: bucket.fullKey(key), UploadId: uploadId }
  }
  /** Whether the store does not know the upload any more. */
  const isForgotten = async (upload: ReturnType<typeof uploadOf>) =>
    (await ignoreAbsent(bucket.call((s3) => s3.listParts({ ...upload, MaxParts: 1 })))) === null

  return {
    partBytes: PART_BYTES,
    begin: async (key, writeId) => (await createMultipart(bucket, key, writeId)).UploadId,

    put: (begun, PartNumber, file, range) =>
      bucket.bodies(async () => {
        const Body = await readPart(file, range)
        try {
          const { ETag = '' } = await bucket.call((s3) => s3.uploadPart({ ...uploadOf(begun), PartNumber, Body }))
          return { tag: ETag, sha256: sha256Of(Body) }
        } catch (error) {
          throw isAbsent(error) ? new ObjectMissing(begun.key, { cause: error }) : error
        }
      }),

    async complete(begun, numbered, sizeBytes) {
      const { key, writeId } = begun
      const parts = numbered.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }))
      const upload = uploadOf(begun)
      try {
        await completeMultipart(bucket, key, upload, { writeId, parts })
      } catch (error) {
        // Ceph answers for an upload that was aborted as for one whose completion is under way, with 500.
        // A part that was confirmed and is not there ends an upload as well: it cannot be completed any more.
        const hasEnded = isAbsent(error) || isWithoutPart(error) || (await isForgotten(upload))
        if (!hasEnded) throw error
        // Another process may have completed it meanwhile.
        if ((await headOf(bucket, key))?.metadata[WRITE_ID] !== writeId) throw new ObjectMissing(key, { cause: error })
      }
      await expectStored(bucket, key, sizeBytes)
    },

    async abort(begun) {
      await ignoreAbsent(bucket.call((s3) => s3.abortMultipartUpload(uploadOf(begun))))
    },

    putAlone: (key, file, range) =>
      bucket.bodies(async () => {
        const Body = await readPart(file, range)
        await bucket.call((s3) => s3.putObject({ Bucket, Key: bucket.fullKey(key), Body }))
        await expectStored(bucket, key, Body.length)
        return sha256Of(Body)
      }),
  }
}

function sha256Of(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
