import type { Config } from '../config.ts'
import { s3SettingsOf } from '../open-platform.ts'
import { bucketPlaceOf, isBucketPlace } from './backup-place.ts'
import type { BackupTarget } from './backup-target.ts'
import { createBucketTarget } from './bucket-target.server.ts'
import { createFolderTarget } from './folder-target.server.ts'

/** @throws Error in an operator's words when backups cannot be in this place */
export function openTarget(
  place: string,
  { dataDir, diskReserveBytes, backup }: Pick<Config, 'dataDir' | 'diskReserveBytes' | 'backup'>,
): BackupTarget {
  if (!isBucketPlace(place)) return createFolderTarget(place, { dataDir, reserveBytes: diskReserveBytes })
  const { store } = backup
  if (store === null) throw new Error(`The store of ${place} is not configured: set S3_ENDPOINT or S3_REGION.`)
  return createBucketTarget(s3SettingsOf({ ...store, ...bucketPlaceOf(place) }))
}
