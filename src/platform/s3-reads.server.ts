import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openBody, readBody } from './s3-body.server.ts'
import type { S3Bucket } from './s3-bucket.server.ts'
import { isAbsent, isBeyondEnd } from './s3-faults.server.ts'
import { objectsBelow } from './s3-lists.server.ts'
import { type ByteRange, ObjectMissing, type ObjectStat } from './storage.server.ts'

export async function statObject(bucket: S3Bucket, key: string): Promise<ObjectStat | null> {
  const found = await headOf(bucket, key)
  return found && { sizeBytes: found.sizeBytes, version: found.tag }
}

/** An object, or the newest below a folder. */
export async function changedAt(bucket: S3Bucket, key: string): Promise<Date | null> {
  const found = await headOf(bucket, key)
  if (found) return found.changedAt
  let newest: Date | null = null
  for await (const page of objectsBelow(bucket, key))
    for (const object of page) if (newest === null || object.changedAt > newest) newest = object.changedAt
  return newest
}

/** Facts of an object, and the metadata that its writer attached to it. */
export async function headOf(bucket: S3Bucket, key: string) {
  const { Bucket } = bucket
  const Key = bucket.fullKey(key)
  try {
    const head = await bucket.call((s3) => s3.headObject({ Bucket, Key }))
    const { ContentLength = 0, ETag = '', LastModified = new Date(0), Metadata = {} } = head
    return { sizeBytes: ContentLength, tag: ETag, changedAt: LastModified, metadata: Metadata }
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/** Goes on where it was when the connection breaks. @throws ObjectMissing */
export async function readObject(bucket: S3Bucket, key: string, range?: ByteRange): Promise<Readable> {
  const body = await openBody(bucket, key, range).catch((error) => {
    if (isAbsent(error)) throw new ObjectMissing(key, { cause: error })
    if (range && isBeyondEnd(error)) return null
    throw error
  })
  return body ? readBody(bucket, key, body) : Readable.from([])
}

export async function fetchToFile(bucket: S3Bucket, key: string, path: string): Promise<void> {
  const bytes = await readObject(bucket, key)
  const file = createWriteStream(path, { flags: 'wx' })
  let isOurs = false
  file.once('open', () => {
    isOurs = true
  })
  try {
    await pipeline(bytes, file)
  } catch (error) {
    if (isOurs) await rm(path, { force: true })
    throw error
  }
}
