import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Db } from '#platform/database.server.ts'
import type { DiskStorage } from '#platform/disk-storage.server.ts'
import type { ObjectParts } from '#platform/object-parts.ts'
import { ObjectMissing, type ObjectStorage } from '#platform/storage.server.ts'
import type { ScratchFolders } from '../scratch.server.ts'
import { originalKey, parseKey, tailFolder, tailsFolder } from '../stored-objects.ts'
import { createGrowingUploads } from './growing-uploads.server.ts'
import {
  findPartedUpload,
  findReceivedBytes,
  insertPartedUpload,
  isUploadIdAwaited,
  type PartRow,
  partedUidsAmong,
  removeLostUpload,
  removePartedUpload,
} from './part-rows.server.ts'
import { openPartWriter, type PartWriter } from './part-writer.server.ts'
import { createUploadCopies } from './upload-copies.server.ts'
import type { UploadFiles } from './upload-files.ts'

/**
 * Uploads as parts of objects in the storage: any node takes the next bytes, and holds one part of them on its own disk until
 * the storage has it. Rows say how much the storage has acknowledged; an upload continues from there.
 * @see ./part-writer.server.ts
 */
export function createPartedUploads(stores: {
  db: Db
  /** The node's own. */
  disk: DiskStorage
  storage: ObjectStorage
  parts: ObjectParts
  scratch: Pick<ScratchFolders, 'withEmptyFolder'>
}): UploadFiles {
  const { db, disk, storage, parts, scratch } = stores
  // Uploads of an earlier version, or of a site whose storage was the disk, have their bytes there.
  const left = createGrowingUploads(disk)
  const copies = createUploadCopies()

  async function withWriter<Result>(
    uid: string,
    from: { offset: number; sizeBytes: number | null },
    work: (writer: PartWriter) => Promise<Result>,
  ): Promise<Result> {
    return await scratch.withEmptyFolder(async (dir) => {
      const writer = await openPartWriter({ db, storage, parts }, dir, uid, from)
      return await work(writer).finally(() => writer.close())
    })
  }

  async function removeParts(uid: string): Promise<void> {
    const upload = await findPartedUpload(db, uid)
    if (upload?.uploadId) await parts.abort({ key: originalKey(uid), uploadId: upload.uploadId })
    await storage.removeFolder(tailFolder(uid))
    await removePartedUpload(db, uid)
  }

  return {
    async growingFile(uid, { dir, offset, ...end }) {
      return offset === 0 ? await copies.begin(uid, dir, end) : null
    },
    growingDiskBytes: (sizeBytes) => sizeBytes,
    async create() {},
    async receivedBytes(uid) {
      const received = await findReceivedBytes(db, uid)
      return received ?? (await storage.stat(originalKey(uid)))?.sizeBytes ?? 0
    },

    async append(uid, bytes, { offset, sizeBytes, through = new PassThrough() }) {
      await insertPartedUpload(db, uid)
      return await withWriter(uid, { offset, sizeBytes }, async (writer) => {
        const copy = copies.writerFrom(uid, offset)
        const takeAll = async (pieces: AsyncIterable<Buffer>) => {
          for await (const piece of pieces) {
            await copy.take(piece)
            await writer.take(piece)
          }
        }
        try {
          await pipeline(bytes, through, takeAll)
        } catch (error) {
          // The first failure counts: the next writer continues from the acknowledged bytes.
          await writer.flush().then(copy.acknowledge, () => {})
          throw error
        }
        const received = await writer.flush()
        copy.acknowledge(received)
        return received
      })
    },

    async empty(uid) {
      copies.drop(uid)
      await removeParts(uid)
    },

    async complete(uid) {
      const found = await findPartedUpload(db, uid)
      if (!found) {
        if (await storage.stat(originalKey(uid))) return
        throw new Error(`No bytes of the upload ${uid} are there.`)
      }
      const from = { offset: found.receivedBytes, sizeBytes: null }
      if (found.tails.length > 0) await withWriter(uid, from, (writer) => writer.endWithPart())
      const whole = await findPartedUpload(db, uid)
      if (!whole?.uploadId || sizeOf(whole.parts) !== whole.receivedBytes)
        throw new Error(`The rows of the upload ${uid} do not have all of its bytes.`)
      const { uploadId, writeId, receivedBytes } = whole
      try {
        await parts.complete({ key: originalKey(uid), uploadId, writeId }, whole.parts, receivedBytes)
      } catch (error) {
        // A store that was emptied or restored cannot go on with it, and its client begins anew.
        if (error instanceof ObjectMissing) await removeLostUpload(db, uid, whole)
        throw error
      }
      await storage.removeFolder(tailFolder(uid))
      await removePartedUpload(db, uid)
    },

    async remove(uid) {
      copies.drop(uid)
      await removeParts(uid)
      await left.remove(uid)
    },
    removeExpired: left.removeExpired,

    async isAwaited(key, uploadId) {
      const named = parseKey(key)
      return named?.kind === 'original' && (await isUploadIdAwaited(db, named.uid, uploadId))
    },
    async cleanUp(olderThanMs) {
      const uids = await storage.children(tailsFolder)
      const parted = await partedUidsAmong(db, uids)
      for (const uid of uids) {
        if (parted.has(uid)) continue
        const changedAt = await storage.changedAt(tailFolder(uid))
        if (changedAt && Date.now() - changedAt.getTime() > olderThanMs) await storage.removeFolder(tailFolder(uid))
      }
    },
    diskBytesFor: (sizeBytes) => Math.min(sizeBytes, parts.partBytes),
    freeBytes: left.freeBytes,
    sizeBytes: left.sizeBytes,
  }
}

function sizeOf(parts: readonly PartRow[]): number {
  return parts.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
}
