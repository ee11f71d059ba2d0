import { readFileSync } from 'node:fs'
import { isBucketPlace, namedPlace, placeProblem } from './backup/backup-place.ts'
import { readS3StoreConfig, type S3StoreConfig, type StorageConfig } from './config-storage.ts'
import { Secret } from './secret.ts'
import type { SettingReader } from './setting-reader.ts'

/** The configuration of backups. */
export interface BackupConfig {
  backup: {
    /** The folder, or bucket as `s3://bucket/prefix`, for a backup every day; null for none. */
    to: string | null
    /** The store of such a bucket; null without one. */
    store: S3StoreConfig | null
    /** Time of the daily backup, in UTC. */
    at: { hour: number; minute: number }
    /** Backups that are kept in a place. */
    keep: number
    /** Null: they are not encrypted. */
    key: Secret | null
  }
}

const DEFAULT_TIME = '03:30'
const KEY_MIN_CHARACTERS = 32

/** Whether backups go to a bucket. */
export function backsUpToBucket({ value }: SettingReader): boolean {
  return isBucketPlace(value('BACKUP_TO') ?? '')
}

export function readBackupConfig(
  reader: SettingReader,
  site: { dataDir: string; storage: StorageConfig },
): BackupConfig {
  const { value, readInteger, problems } = reader
  const keyFile = value('BACKUP_KEY_FILE')
  const [to, at] = [value('BACKUP_TO'), value('BACKUP_AT')]
  const problem = to === undefined ? null : placeProblem(to, site)
  if (problem !== null) problems.push(`BACKUP_TO cannot be used: ${problem}`)
  if (at !== undefined && to === undefined) problems.push('BACKUP_TO is required with BACKUP_AT.')
  const time = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(at ?? DEFAULT_TIME)
  if (!time) problems.push(`BACKUP_AT must be a time of day in UTC, like ${DEFAULT_TIME}, not ${JSON.stringify(at)}.`)
  return {
    backup: {
      to: to === undefined ? null : namedPlace(to),
      store: backsUpToBucket(reader) ? storeFor(reader, site.storage) : null,
      at: { hour: Number(time?.[1] ?? 0), minute: Number(time?.[2] ?? 0) },
      keep: readInteger('BACKUP_KEEP', 7, 1, 1000),
      key: keyFile === undefined ? null : readKey(keyFile, problems),
    },
  }
}

/** The site's own store of buckets, or the one that the settings name for backups alone. */
function storeFor(reader: SettingReader, storage: StorageConfig): S3StoreConfig {
  return storage.kind === 's3' ? storage : readS3StoreConfig(reader, 'with a bucket as BACKUP_TO')
}

function readKey(path: string, problems: string[]): Secret | null {
  try {
    const key = readFileSync(path, 'utf8').trim()
    if (key.length >= KEY_MIN_CHARACTERS) return new Secret(key)
    problems.push(
      `BACKUP_KEY_FILE must contain at least ${KEY_MIN_CHARACTERS} characters, such as "openssl rand -base64 32" prints: ${path}.`,
    )
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    problems.push(`BACKUP_KEY_FILE cannot be read: ${path} (${code ?? message}).`)
  }
  return null
}
