import { open } from 'node:fs/promises'
import type { Account } from '#identity/account.ts'
import type { ArchiveStore, ArrivingArchive } from '#identity/imports.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { DiskStorage } from '#platform/disk-storage.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { VideoHost } from '#video/video-host.ts'

export interface ArchiveStoreParts {
  disk: DiskStorage
  clock: Clock
  /** Whether so many bytes fit beside what uploads have reserved. */
  hasSpaceFor(sizeBytes: number): Promise<boolean>
  storageOf: VideoHost['storageOf']
}

const MIB = 1024 ** 2
const FOLDER = 'imports'
/** The document and the pictures, beside the videos. */
const BESIDE_VIDEOS_BYTES = 64 * MIB
/** Archives that one process receives at once. @see docs/product.md#limits */
const ARRIVING_AT_ONCE = 4
const RETRY_AFTER_SECONDS = 60
/** The disk is checked after so many bytes. */
const CHECK_BYTES = 4 * MIB
/** A file that has not grown for so long is not arriving any more. */
const LEFTOVER_MS = 3_600_000

export const archiveKey = (id: string) => `${FOLDER}/${id}`

/** Archives in a folder of the disk that receives uploads; the worker that imports one may be another process. */
export function createArchiveStore(parts: ArchiveStoreParts): ArchiveStore {
  const { disk, clock } = parts
  const arriving = new Set<string>()

  return {
    async receive({ uid }, id, archive) {
      if (arriving.has(uid) || arriving.size >= ARRIVING_AT_ONCE)
        throw new Refusal('request.busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      arriving.add(uid)
      try {
        await receive(parts, uid, id, archive)
      } catch (error) {
        await disk.remove(archiveKey(id))
        throw error
      } finally {
        arriving.delete(uid)
      }
    },
    remove: (id) => disk.remove(archiveKey(id)),
    async removeLeftovers(runningAmong) {
      const ids = await disk.children(FOLDER)
      const known = await runningAmong(ids)
      for (const id of ids.filter((each) => !known.has(each))) {
        const changedAt = await disk.changedAt(archiveKey(id))
        if (changedAt && clock.now().getTime() - changedAt.getTime() > LEFTOVER_MS) await disk.remove(archiveKey(id))
      }
    },
  }
}

async function receive(
  { disk, hasSpaceFor, storageOf }: ArchiveStoreParts,
  uid: Account['uid'],
  id: string,
  { body, sizeBytes }: ArrivingArchive,
): Promise<void> {
  const quotaBytes = (await storageOf([uid])).get(uid)?.quotaBytes ?? 0
  const maxBytes = quotaBytes + BESIDE_VIDEOS_BYTES
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
