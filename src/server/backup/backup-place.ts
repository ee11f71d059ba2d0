import { resolve } from 'node:path'
import { locationOf } from '#platform/s3-settings.ts'
import { bucketNameProblem, prefixProblem, type StorageConfig } from '../config-storage.ts'
import { folderProblem } from './folder-problem.ts'

/** A bucket for backups: all of it, or the part below a prefix. */
export interface BucketPlace {
  bucket: string
  /** Without slashes at its ends. */
  prefix: string
}

/** Whether a place for backups is a bucket, `s3://bucket/prefix`, rather than a folder. */
export function isBucketPlace(place: string): boolean {
  return /^s3:\/\//i.test(place)
}

export function bucketPlaceOf(place: string): BucketPlace {
  const [bucket = '', ...prefix] = place.replace(/^s3:\/\//i, '').split('/')
  return { bucket, prefix: prefix.join('/').replace(/^\/+|\/+$/g, '') }
}

/** The canonical name of a place: an absolute path, or the URL of a bucket. */
export function namedPlace(place: string): string {
  return isBucketPlace(place) ? locationOf(bucketPlaceOf(place)) : resolve(place)
}

/** Why backups of a site cannot be in this place, in an operator's words; null when they can. */
export function placeProblem(place: string, site: { dataDir: string; storage: StorageConfig }): string | null {
  if (!isBucketPlace(place)) return folderProblem(place, site.dataDir)
  const named = bucketPlaceOf(place)
  const problem = bucketNameProblem(named.bucket) ?? prefixProblem(named.prefix)
  if (problem !== null) return `${place} ${problem}.`
  const { storage } = site
  if (storage.kind !== 's3' || storage.bucket !== named.bucket) return null
  const isInside = (one: string, other: string) => other === '' || one === other || one.startsWith(`${other}/`)
  if (!isInside(named.prefix, storage.prefix) && !isInside(storage.prefix, named.prefix)) return null
  return `a backup in ${place} would be among the data in ${locationOf(storage)}. Choose another bucket or prefix.`
}
