import { constants } from 'node:fs'
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { forEachConcurrently } from './concurrent-each.ts'
import type { S3Bucket } from './s3-bucket.server.ts'
import { isExisting, isUnsupported } from './s3-faults.server.ts'
import { objectsBelow } from './s3-lists.server.ts'
import { putInParts, readPart } from './s3-multipart.server.ts'
import { headOf } from './s3-reads.server.ts'
import { PART_BYTES } from './s3-settings.ts'
import { expectStored, notStored } from './s3-stored.server.ts'

/** Files of a folder that are sent at once; `bodies` bounds their memory. */
const FILES_AT_ONCE = 6

export async function putText(bucket: S3Bucket, key: string, text: string): Promise<void> {
  const { Bucket } = bucket
  const Key = bucket.fullKey(key)
  const Body = Buffer.from(text)
  await bucket.call((s3) => s3.putObject({ Bucket, Key, Body }))
  await expectStored(bucket, key, Body.length)
}

/**
 * Two processes that create the same object at once are told apart by the store. One that has no conditional writes leaves
 * the moment between the look and the write.
 */
export async function createText(bucket: S3Bucket, key: string, text: string): Promise<boolean> {
  const { Bucket } = bucket
  const Key = bucket.fullKey(key)
  const Body = Buffer.from(text)
  if (bucket.hasConditionalWrites) {
    try {
      // The SDK must not repeat this: a second attempt would find the object of the first one.
      await bucket.callOnce((s3) => s3.putObject({ Bucket, Key, Body, IfNoneMatch: '*' }))
      await expectStored(bucket, key, Body.length)
      return true
    } catch (error) {
      if (isExisting(error)) return false
      if (!isUnsupported(error)) throw error
      bucket.hasConditionalWrites = false
    }
  }
  if (await headOf(bucket, key)) return false
  await putText(bucket, key, text)
  return true
}

export async function putFile(bucket: S3Bucket, key: string, path: string): Promise<void> {
  bucket.fullKey(key)
  const { sizeBytes } = await send(bucket, key, path)
  await expectStored(bucket, key, sizeBytes)
}

/** The files can be read one after the other while they are sent; callers name a folder once this has resolved. */
export async function putFolder(bucket: S3Bucket, folder: string, path: string): Promise<void> {
  bucket.fullKey(folder)
  const sent = new Map<string, { sizeBytes: number; tag: string }>()
  await forEachConcurrently(await readdir(path), FILES_AT_ONCE, async (name) => {
    const key = `${folder}/${name}`
    sent.set(bucket.fullKey(key), await send(bucket, key, join(path, name)))
  })
  for await (const page of objectsBelow(bucket, folder)) {
    for (const { fullKey, sizeBytes, tag } of page) {
      const own = sent.get(fullKey)
      if (own?.sizeBytes === sizeBytes && own.tag === tag) sent.delete(fullKey)
    }
  }
  const [lost] = sent.keys()
  if (lost !== undefined) throw notStored(bucket, lost)
  await rm(path, { recursive: true })
}

/** @throws Error for a link, a pipe or anything else that is not a file */
async function send(bucket: S3Bucket, key: string, path: string): Promise<{ sizeBytes: number; tag: string }> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  const found = await file.stat()
  if (!found.isFile()) throw new Error('Only regular files can be stored.')
  const tag =
    found.size > PART_BYTES
      ? await putInParts(bucket, key, file, found.size)
      : await putWhole(bucket, key, file, found.size)
  return { sizeBytes: found.size, tag }
}

async function putWhole(bucket: S3Bucket, key: string, file: FileHandle, sizeBytes: number): Promise<string> {
  const { Bucket } = bucket
  const Key = bucket.fullKey(key)
  return await bucket.bodies(async () => {
    const Body = await readPart(file, { start: 0, end: sizeBytes - 1 })
    const { ETag = '' } = await bucket.call((s3) => s3.putObject({ Bucket, Key, Body }))
    return ETag
  })
}
