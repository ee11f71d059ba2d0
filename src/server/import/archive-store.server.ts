import { open } from 'node:fs/promises'
import type { Account } from '#identity/account.ts'
import type { ArchiveStore, ArrivingArchive } from '#identity/imports.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { DiskStorage } from '#platform/disk-storage.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { LARGEST_OBJECT_BYTES } from '#platform/s3-settings.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { createUploadPlaces, type PlaceLimits } from '#platform/upload-places.ts'
import type { VideoHost } from '#video/video-host.ts'

export interface ArchiveStoreParts {
  /** Receives archives. */
  disk: DiskStorage
  /** Holds archives until their import: the same disk, or any other storage. */
  storage: ObjectStorage
  clock: Clock
  /** Whether so many bytes fit beside the space that uploads have reserved. */
  hasSpaceFor(sizeBytes: number): Promise<boolean>
  storageOf: VideoHost['storageOf']
}

const MIB = 1024 ** 2
const FOLDER = 'imports'
/** The document and the pictures, beside the videos. */
const BESIDE_VIDEOS_BYTES = 64 * MIB
/** Archives that one process receives at once. @see docs/product.md#limits */
const ARRIVING: PlaceLimits = { total: 16, perAccount: 1, perNetwork: 4, retryAfterSeconds: 60 }
/** The disk is checked after so many bytes. */
const CHECK_BYTES = 4 * MIB
/** A file that has not grown for so long is not arriving any more. */
const LEFTOVER_MS = 3_600_000

export const archiveKey = (id: string) => `${FOLDER}/${id}`

/** Archives in the storage, since the worker that imports one may be another process; they arrive on the disk. */
export function createArchiveStore(parts: ArchiveStoreParts): ArchiveStore {
  const { disk, storage, clock } = parts
  const places = createUploadPlaces(ARRIVING)
  const storages: ObjectStorage[] = storage === disk ? [disk] : [disk, storage]

  async function remove(id: string): Promise<void> {
    for (const each of storages) await each.remove(archiveKey(id))
  }

  return {
    async receive({ uid }, id, archive) {
      const release = places.take({ uid, ip: archive.ip })
      try {
        await receive(parts, uid, id, archive)
        if (storage === disk) return
        await storage.putFile(archiveKey(id), disk.pathOf(archiveKey(id)))
        await disk.remove(archiveKey(id))
      } catch (error) {
        // A storage that is away may keep the archive until the leftovers are removed.
        await remove(id).catch(() => {})
        throw error
      } finally {
        release()
      }
    },
    remove,
    async removeLeftovers(runningAmong) {
      for (const each of storages) {
        const ids = await each.children(FOLDER)
        const known = await runningAmong(ids)
        for (const id of ids.filter((one) => !known.has(one))) {
          const changedAt = await each.changedAt(archiveKey(id))
          if (changedAt && clock.now().getTime() - changedAt.getTime() > LEFTOVER_MS) await each.remove(archiveKey(id))
        }
      }
    },
  }
}

async function receive(
  { disk, storage, hasSpaceFor, storageOf }: ArchiveStoreParts,
  uid: Account['uid'],
  id: string,
  { body, sizeBytes }: ArrivingArchive,
): Promise<void> {
  const quotaBytes = (await storageOf([uid])).get(uid)?.quotaBytes ?? 0
  const largestBytes = storage === disk ? Number.POSITIVE_INFINITY : LARGEST_OBJECT_BYTES
  const maxBytes = Math.min(quotaBytes + BESIDE_VIDEOS_BYTES, largestBytes)
  if (sizeBytes !== null && sizeBytes > maxBytes) throw new Refusal('identity.import_too_large', { field: 'archive' })
  const expectSpace = async (receivedBytes: number) => {
    const missingBytes = Math.max((sizeBytes ?? 0) - receivedBytes, 0)
    if (!(await hasSpaceFor(missingBytes))) throw new Refusal('video.storage_full', { field: 'archive' })
  }
  await expectSpace(0)
  await disk.createEmpty(archiveKey(id))
  await using file = await open(disk.pathOf(archiveKey(id)), 'r+')
  let received = 0
  let checked = 0
  for await (const chunk of body ?? []) {
    received += chunk.length
    if (received > maxBytes) throw new Refusal('identity.import_too_large', { field: 'archive' })
    if (received - checked >= CHECK_BYTES) {
      checked = received
      await expectSpace(received)
    }
    await file.writeFile(chunk)
  }
  if (received === 0) throw new Refusal('identity.import_file_missing', { field: 'archive' })
  await file.sync()
}
