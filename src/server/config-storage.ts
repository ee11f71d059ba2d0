import { LARGEST_OBJECT_BYTES } from '#platform/s3-settings.ts'
import { Secret } from './secret.ts'
import type { SettingReader } from './setting-reader.ts'

/** Where everything is stored that has to stay: on the disk of `dataDir`, or in a bucket. */
export type StorageConfig = { kind: 'disk' } | S3Config

/** A store that speaks S3, and who Hoshi is there. */
export interface S3StoreConfig {
  /** Null for Amazon S3. */
  endpoint: string | null
  region: string
  /** Null for the credentials that the machine has. */
  credentials: { accessKeyId: string; secretAccessKey: Secret } | null
  forcePathStyle: boolean
}

export interface S3Config extends S3StoreConfig {
  kind: 's3'
  bucket: string
  /** Without slashes at its ends. */
  prefix: string
}

const s3SettingNames = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_FORCE_PATH_STYLE',
  'S3_PREFIX',
] as const
const placeSettings = ['S3_BUCKET', 'S3_PREFIX'] as const

/** The settings of S3 that a site with its files on the disk must not have: without a bucket for backups, all of them. */
export function settingsOfBucketOnly(backupsNeed: boolean): readonly (typeof s3SettingNames)[number][] {
  return backupsNeed ? placeSettings : s3SettingNames
}

/** @param backupsNeed whether backups go to a bucket, which takes the settings of a store but not those of a place in it */
export function readStorageConfig(reader: SettingReader, backupsNeed: boolean): StorageConfig {
  const { value, problems } = reader
  if (reader.readChoice('STORAGE', ['disk', 's3'], 'disk') === 's3') return readS3Config(reader, 'with STORAGE=s3')
  for (const name of settingsOfBucketOnly(backupsNeed))
    if (value(name)) problems.push(`${name} is set, but STORAGE is not s3.`)
  return { kind: 'disk' }
}

/** The problems of other settings in combination with S3, in an operator's words. */
export function s3Conflicts(parts: { handoff: string; maxUploadBytes: number }): string[] {
  const conflicts: string[] = []
  if (parts.handoff !== 'none')
    conflicts.push('MEDIA_HANDOFF cannot be set with STORAGE=s3: a proxy would look for the files on the disk.')
  if (parts.maxUploadBytes > LARGEST_OBJECT_BYTES)
    conflicts.push(`MAX_UPLOAD_BYTES may be at most ${LARGEST_OBJECT_BYTES} with STORAGE=s3.`)
  return conflicts
}

/** @param when they are needed, such as `with STORAGE=s3` */
export function readS3Config(reader: SettingReader, when: string): S3Config {
  const { value, problems } = reader
  const bucket = value('S3_BUCKET') ?? ''
  const ofBucket = bucketNameProblem(bucket)
  if (bucket === '') problems.push(`S3_BUCKET is required ${when}.`)
  else if (ofBucket !== null) problems.push(`S3_BUCKET ${ofBucket}.`)
  const prefix = (value('S3_PREFIX') ?? '').replace(/^\/+|\/+$/g, '')
  const ofPrefix = prefixProblem(prefix)
  if (ofPrefix !== null) problems.push(`S3_PREFIX ${ofPrefix}.`)
  const { endpoint, region, credentials, forcePathStyle } = readS3StoreConfig(reader, when)
  return { kind: 's3', endpoint, region, bucket, credentials, forcePathStyle, prefix }
}

/** Says what is wrong with the name of a bucket, after a subject such as `S3_BUCKET`; null when it is valid. */
export function bucketNameProblem(bucket: string): string | null {
  if (/^[0-9A-Za-z][\w.-]{1,62}$/.test(bucket)) return null
  return 'must be the name of a bucket: letters, digits, dots and dashes, without a slash'
}

/** Says what is wrong with a prefix without slashes at its ends; null when it is valid. */
export function prefixProblem(prefix: string): string | null {
  if (prefix !== '' && !/^[\w.-]+(\/[\w.-]+)*$/.test(prefix))
    return 'must be names of letters, digits, dots, dashes and underscores, with single slashes between'
  const hasDots = prefix.split('/').some((name) => name === '.' || name === '..')
  return hasDots ? 'must not contain . or .. as a name' : null
}

/** @param when it is needed, such as `with STORAGE=s3` */
export function readS3StoreConfig(reader: SettingReader, when: string): S3StoreConfig {
  const { value, problems } = reader
  const endpoint = readEndpoint(reader)
  const region = value('S3_REGION')
  if (!endpoint && !region) problems.push(`S3_REGION is required ${when}, unless S3_ENDPOINT is set.`)
  if (region && !/^[\w-]{1,64}$/.test(region)) problems.push('S3_REGION must be a name like eu-central-1.')
  const accessKeyId = value('S3_ACCESS_KEY_ID')
  const secretAccessKey = value('S3_SECRET_ACCESS_KEY')
  if (accessKeyId && !secretAccessKey) problems.push('S3_SECRET_ACCESS_KEY is required with S3_ACCESS_KEY_ID.')
  if (secretAccessKey && !accessKeyId) problems.push('S3_ACCESS_KEY_ID is required with S3_SECRET_ACCESS_KEY.')
  return {
    endpoint,
    region: region ?? 'us-east-1',
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey: new Secret(secretAccessKey) } : null,
    forcePathStyle: reader.readChoice('S3_FORCE_PATH_STYLE', ['on', 'off'], endpoint ? 'on' : 'off') === 'on',
  }
}

function readEndpoint({ value, problems }: SettingReader): string | null {
  const text = value('S3_ENDPOINT')
  if (text === undefined) return null
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username)
    return url.href.replace(/\/+$/, '')
  problems.push('S3_ENDPOINT must be an address only, like https://s3.example, without the bucket.')
  return null
}
