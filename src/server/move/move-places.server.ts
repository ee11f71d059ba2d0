import type { DiskStorage } from '#platform/disk-storage.server.ts'
import { createS3Storage } from '#platform/s3-storage.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { defaultReserveBytes } from '#video/ingest/disk-space.server.ts'
import { originalKey, unfinishedKey } from '#video/stored-objects.ts'
import type { S3Config, StorageConfig } from '../config-storage.ts'
import { placeOf, s3SettingsOf } from '../open-platform.ts'
import type { MovePlace, MoveRun } from './move-run.ts'
import { videoOf } from './stored-units.server.ts'

export interface PlacesParts {
  disk: DiskStorage
  /** Folder of the disk, as operators know it. */
  filesDir: string
  storage: ObjectStorage
  storageInUse: StorageConfig['kind']
  /** Null for a share of the disk. */
  reserveBytes: number | null
}

export interface PlacesWanted {
  to: StorageConfig['kind']
  bucket: S3Config
}

export interface Places extends Omit<MoveRun, 'workDir' | 'hasVideo'> {
  close(): void
}

/** @throws Error in an operator's words when the bucket cannot be used */
export async function openPlaces(parts: PlacesParts, { to, bucket }: PlacesWanted): Promise<Places> {
  const { disk, filesDir, storageInUse } = parts
  const own = storageInUse === 's3' ? null : createS3Storage(s3SettingsOf(bucket))
  const problem = await own?.verify()
  if (problem) {
    own?.close()
    throw new Error(problem)
  }
  const inBucket: MovePlace = { storage: own ?? parts.storage, place: placeOf(bucket, filesDir) }
  const onDisk: MovePlace = { storage: disk, place: placeOf({ kind: 'disk' }, filesDir) }
  return {
    from: to === 's3' ? onDisk : inBucket,
    to: to === 's3' ? inBucket : onDisk,
    isTargetInUse: storageInUse === to,
    async isArriving(key) {
      const uid = videoOf(key)
      return uid !== null && key === originalKey(uid) && (await disk.stat(unfinishedKey(uid))) !== null
    },
    expectSpace: async (sizeBytes) => (to === 'disk' ? await expectSpace(parts, sizeBytes) : undefined),
    close: () => own?.close(),
  }
}

/** The database stops on a full disk. */
async function expectSpace({ disk, filesDir, reserveBytes }: PlacesParts, sizeBytes: number): Promise<void> {
  const reserved = reserveBytes ?? defaultReserveBytes(await disk.sizeBytes())
  if ((await disk.freeBytes()) - sizeBytes >= reserved) return
  const full = new Error(`${filesDir} has no more space than DISK_RESERVE_BYTES keeps free.`)
  throw Object.assign(full, { code: 'ENOSPC' })
}
