import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ObjectBody, openBody, readBody } from './s3-body.server.ts'
import type { S3Bucket } from './s3-bucket.server.ts'
import { isAbsent, isBeyondEnd, isReplaced } from './s3-faults.server.ts'
import { objectsBelow } from './s3-lists.server.ts'
import { type ByteRange, ObjectMissing, type ObjectStat, type OpenObject } from './storage.server.ts'

/** What is fetched when an object is opened: all of a small one. */
const FIRST_BYTES = 256 * 1024

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

/** Facts of an object, and what its writer attached to it. */
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

/**
 * Small objects are in memory from then on. Reads of others are requests for exactly these bytes, and fail once the object
 * is removed or replaced.
 */
export async function openObject(bucket: S3Bucket, key: string): Promise<OpenObject | null> {
  let first: ObjectBody
  try {
    first = await openBody(bucket, key, { start: 0, end: FIRST_BYTES - 1 })
  } catch (error) {
    if (isAbsent(error)) return null
    if (isBeyondEnd(error)) return await openEmpty(bucket, key)
    throw error
  }
  const { tag, sizeBytes } = first
  let begin: Buffer | null = Buffer.concat(await readBody(bucket, key, first).toArray())
  return {
    sizeBytes,
    version: tag,
    async readInto(buffer, length, position) {
      if (begin && position < begin.length) return begin.copy(buffer, 0, position, position + length)
      const end = Math.min(position + length, sizeBytes) - 1
      return end < position ? 0 : await readExactly(bucket, key, tag, { start: position, end }, buffer)
    },
    async close() {
      begin = null
    },
  }
}

async function openEmpty(bucket: S3Bucket, key: string): Promise<OpenObject | null> {
  const found = await statObject(bucket, key)
  return found && { ...found, readInto: async () => 0, close: async () => {} }
}

async function readExactly(bucket: S3Bucket, key: string, tag: string, range: ByteRange, buffer: Buffer) {
  try {
    let length = 0
    for await (const chunk of readBody(bucket, key, await openBody(bucket, key, range, tag)))
      length += (chunk as Buffer).copy(buffer, length)
    return length
  } catch (error) {
    throw isAbsent(error) || isReplaced(error) ? new ObjectMissing(key, { cause: error }) : error
  }
}
