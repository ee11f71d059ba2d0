import type { S3Bucket } from './s3-bucket.server.ts'
import { StorageUnavailable } from './s3-faults.server.ts'
import { headOf } from './s3-reads.server.ts'
import { locationOf } from './s3-settings.ts'

/**
 * Checks that the store has an object that it has confirmed. Compares only the size, because another writer may have replaced
 * the object in the meantime.
 *
 * @throws StorageUnavailable when it is absent or has another size
 */
export async function expectStored(bucket: S3Bucket, key: string, sizeBytes: number): Promise<void> {
  if ((await headOf(bucket, key))?.sizeBytes !== sizeBytes) throw notStored(bucket, key)
}

/** A store may confirm an object that it has not stored; then nothing that names the object may be committed. */
export function notStored({ settings }: S3Bucket, key: string, options?: ErrorOptions): Error {
  const problem = `The storage confirmed ${key}, but does not have it as it was sent.`
  return new StorageUnavailable(locationOf(settings), { cause: new Error(problem, options) })
}
