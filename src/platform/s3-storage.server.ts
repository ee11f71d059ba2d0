import { newId } from './ids.server.ts'
import type { ObjectParts } from './object-parts.ts'
import { openS3Bucket, type S3Bucket } from './s3-bucket.server.ts'
import { childrenOf, keysBelow } from './s3-lists.server.ts'
import { openObject } from './s3-opened.server.ts'
import { openS3Parts } from './s3-parts.server.ts'
import { changedAt, fetchToFile, readObject, statObject } from './s3-reads.server.ts'
import { abortLeftovers, discard, emptyTrash, removeFolder, removeObject } from './s3-removals.server.ts'
import type { S3Settings } from './s3-settings.ts'
import { verifyS3 } from './s3-verification.server.ts'
import { createText, putFile, putFolder, putText } from './s3-writes.server.ts'
import type { ObjectStorage } from './storage.server.ts'

export interface S3Storage extends ObjectStorage {
  readonly parts: ObjectParts
  /** The keys of all objects below a folder, or of the whole storage (''), at any depth. */
  keysBelow(folder: string): AsyncIterable<string>
  /** The problem of the settings or the store, in an operator's words; null when everything works. */
  verify(): Promise<string | null>
  close(): void
}

/** Stores objects in a bucket of a store that speaks S3. @see docs/decisions/0040-s3-storage.md */
export function createS3Storage(settings: S3Settings): S3Storage {
  const bucket = openS3Bucket(settings)
  return {
    putFile: (key, path) => putFile(bucket, key, path),
    putFolder: (folder, path) => putFolder(bucket, folder, path),
    putText: (key, text) => putText(bucket, key, text),
    createText: (key, text) => createText(bucket, key, text),

    fetchToFile: (key, path) => fetchToFile(bucket, key, path),
    read: (key, range) => readObject(bucket, key, range),
    open: (key) => openObject(bucket, key),
    stat: (key) => statObject(bucket, key),
    children: (folder) => childrenOf(bucket, folder),
    keysBelow: (folder) => keysBelow(bucket, folder),
    changedAt: (key) => changedAt(bucket, key),

    remove: (key) => removeObject(bucket, key),
    removeFolder: (folder) => removeFolder(bucket, folder),
    discard: (key, day) => discard(bucket, key, day),
    emptyTrash: (before) => emptyTrash(bucket, before),
    cleanUp: (olderThanMs, isAwaited) => abortLeftovers(bucket, olderThanMs, isAwaited),
    check: () => checkBucket(bucket),

    parts: openS3Parts(bucket),
    verify: () => verifyS3(bucket),
    close: () => bucket.close(),
  }
}

async function checkBucket(bucket: S3Bucket): Promise<void> {
  const probe = `temporary/probe-${newId()}`
  await createText(bucket, probe, 'ok')
  await removeObject(bucket, probe)
}
