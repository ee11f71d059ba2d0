import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { BegunObject, ObjectParts } from '#platform/object-parts.ts'
import { Refusal } from '#platform/refusal.ts'
import { ObjectMissing, type ObjectStorage } from '#platform/storage.server.ts'
import { originalKey, tailKey } from '../stored-objects.ts'
import {
  findPartedUpload,
  type PartedUpload,
  recordPart,
  recordTail,
  recordUploadId,
  removeLostUpload,
} from './part-rows.server.ts'
import { readTails } from './read-tails.server.ts'
import { writeAt } from './write-at.server.ts'

export interface PartStores {
  db: Db
  storage: Pick<ObjectStorage, 'read' | 'remove'>
  parts: ObjectParts
}

/** Takes the bytes of one upload, and has the store acknowledge them. */
export interface PartWriter {
  /** Takes the next bytes; resolves when more may come. */
  take(bytes: Buffer): Promise<void>
  /**
   * Has the store acknowledge the bytes taken since the last whole part; not after a failure.
   * @returns bytes acknowledged so far
   */
  flush(): Promise<number>
  /** Makes a last part of the tails. */
  endWithPart(): Promise<void>
  close(): Promise<void>
}

/** Tails of one part. More become one: a client that sends tiny pieces would make objects without end. */
const TAILS_MAX = 16

/**
 * Bytes are collected in one file, each at its place in the part that is being filled, until that part is complete. Every part
 * begins at a multiple of the same size, so that one which a dead writer sent without recording it is always sent again under
 * its number, which some stores require before they complete an object.
 *
 * @param dir an empty folder
 * @param sizeBytes of the whole upload; null when only its end tells
 * @throws Refusal video.upload_offset from all methods, when another writer was faster, when the upload has ended, and when
 *   the store has lost bytes that it had acknowledged; the next writer then begins anew
 */
export async function openPartWriter(
  stores: PartStores,
  dir: string,
  uid: string,
  { offset, sizeBytes }: { offset: number; sizeBytes: number | null },
): Promise<PartWriter> {
  const { db, storage, parts } = stores
  const { partBytes } = parts
  const key = originalKey(uid)
  const upload = await currentUpload()
  if (upload.receivedBytes !== offset) throw new Refusal('video.upload_offset')
  const file = await open(join(dir, 'part'), 'w+')
  /** End of the bytes in the file. Those up to `upload.receivedBytes` are acknowledged. */
  let taken = offset
  /** The file may hold wrong bytes, or a whole part that the store has refused. */
  let hasFailed = false

  async function currentUpload(): Promise<PartedUpload> {
    const found = await findPartedUpload(db, uid)
    if (!found) throw new Refusal('video.upload_offset')
    return found
  }

  async function storePart(): Promise<void> {
    const number = Math.ceil(taken / partBytes)
    const start = (number - 1) * partBytes
    await fillFrom(start)
    const size = taken - start
    const { tag, sha256 } = await orBeginAnew(parts.put(await begunObject(), number, file, { start: 0, end: size - 1 }))
    const part = { number, tag, size_bytes: size, sha256 }
    if (!(await recordPart(db, uid, part, { from: upload.receivedBytes, to: taken })))
      throw new Refusal('video.upload_offset')
    const contained = upload.tails
    upload.tails = []
    upload.receivedBytes = taken
    for (const { id } of contained) await storage.remove(tailKey(uid, id))
  }

  /** Stores the bytes since the last acknowledged one, and with too many tails also those. */
  async function storeTail(): Promise<void> {
    const { receivedBytes } = upload
    const partStart = Math.floor(receivedBytes / partBytes) * partBytes
    const isMerged = upload.tails.length >= TAILS_MAX
    const firstByte = isMerged ? partStart : receivedBytes
    if (isMerged) await fillFrom(partStart)
    const id = newId()
    const range = { start: firstByte - partStart, end: taken - partStart - 1 }
    const sha256 = await parts.putAlone(tailKey(uid, id), file, range)
    const tail = { id, first_byte: firstByte, size_bytes: taken - firstByte, sha256 }
    if (!(await recordTail(db, uid, tail, { from: receivedBytes, to: taken }))) {
      await storage.remove(tailKey(uid, id))
      throw new Refusal('video.upload_offset')
    }
    const contained = isMerged ? upload.tails : []
    upload.tails = isMerged ? [tail] : [...upload.tails, tail]
    upload.receivedBytes = taken
    for (const { id: old } of contained) await storage.remove(tailKey(uid, old))
  }

  /** Brings the bytes before those that this writer has taken into the file. */
  async function fillFrom(partStart: number): Promise<void> {
    const missing = upload.tails.filter(({ first_byte }) => first_byte < offset)
    await orBeginAnew(readTails(storage, uid, missing, file, partStart))
  }

  async function begunObject(): Promise<BegunObject> {
    const { uploadId, writeId } = upload
    if (uploadId !== null) return { key, uploadId, writeId }
    const begun = await parts.begin(key, writeId)
    if (!(await recordUploadId(db, uid, begun))) {
      await parts.abort({ key, uploadId: begun })
      throw new Refusal('video.upload_offset')
    }
    upload.uploadId = begun
    return { key, uploadId: begun, writeId }
  }

  /** A store that was emptied or restored cannot go on with the upload. */
  async function orBeginAnew<Result>(request: Promise<Result>): Promise<Result> {
    try {
      return await request
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error
      await removeLostUpload(db, uid, upload)
      throw new Refusal('video.upload_offset')
    }
  }

  return {
    async take(bytes) {
      hasFailed = true
      for (let at = 0; at < bytes.length; ) {
        const place = taken % partBytes
        const length = Math.min(bytes.length - at, partBytes - place)
        await writeAt(file, bytes.subarray(at, at + length), place)
        at += length
        taken += length
        if (taken % partBytes === 0 || taken === sizeBytes) await storePart()
      }
      hasFailed = false
    },
    async flush() {
      if (taken > upload.receivedBytes && !hasFailed) await storeTail()
      return upload.receivedBytes
    },
    async endWithPart() {
      if (upload.tails.length > 0) await storePart()
    },
    close: () => file.close(),
  }
}
