import { join } from 'node:path'
import { type Clock, systemClock } from '#platform/clock.ts'
import { countStorage } from '#platform/counted-storage.server.ts'
import { openDatabase } from '#platform/database.server.ts'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { openEvents } from '#platform/events.server.ts'
import type { FilesPlace } from '#platform/installation.server.ts'
import { createJobs } from '#platform/jobs.server.ts'
import { openLocks } from '#platform/locks.server.ts'
import type { Log } from '#platform/log.server.ts'
import { countMails } from '#platform/mail-figures.server.ts'
import { createMailQueue } from '#platform/mail-queue.server.ts'
import { createOutboxMailer, createSmtpMailer, type Mailer } from '#platform/mailer.server.ts'
import { createRateLimits } from '#platform/rate-limits.server.ts'
import { locationOf, type S3Settings } from '#platform/s3-settings.ts'
import { createS3Storage } from '#platform/s3-storage.server.ts'
import type { Config } from './config.ts'
import type { S3Config, StorageConfig } from './config-storage.ts'

export interface PlatformDependencies {
  /** Direct connection to a migrated database. */
  connectionString: string
  log: Log
  clock?: Clock
  mailer?: Mailer
}

export type Platform = ReturnType<typeof openPlatform>

/** The parts that every room uses: the database, events, locks and jobs through it, storage, and mail. */
export function openPlatform(config: Config, dependencies: PlatformDependencies) {
  const { connectionString, log, clock = systemClock } = dependencies
  const database = openDatabase(connectionString, (error) => log.warn({ err: error }, 'database: connection lost'))
  const jobs = createJobs(connectionString, log)
  const { transport, from } = config.mail
  const uncounted =
    dependencies.mailer ??
    (transport.kind === 'smtp'
      ? createSmtpMailer(transport.url.reveal(), from)
      : createOutboxMailer(transport.folder, from, log))
  const mailer = countMails(uncounted, { db: database.db, clock, log })
  const filesDir = join(config.dataDir, 'files')
  const disk = countStorage(createDiskStorage(filesDir))
  const s3 = config.storage.kind === 's3' ? countStorage(createS3Storage(s3SettingsOf(config.storage))) : null
  return {
    database,
    db: database.db,
    clock,
    events: openEvents(connectionString, log),
    locks: openLocks(connectionString, log),
    jobs,
    filesDir,
    filesPlace: placeOf(config.storage, filesDir),
    /** Receives uploads, wherever they are stored then. */
    disk,
    storage: s3 ?? disk,
    /** `storage` when it is a bucket; null when it is the disk. */
    s3,
    rateLimits: createRateLimits(database.db),
    mailer,
    mail: createMailQueue(jobs, mailer),
    log,
  }
}

export function s3SettingsOf({ credentials, ...settings }: Omit<S3Config, 'kind'>): S3Settings {
  const { endpoint, region, bucket, forcePathStyle, prefix } = settings
  const revealed = credentials && { ...credentials, secretAccessKey: credentials.secretAccessKey.reveal() }
  return { endpoint, region, bucket, forcePathStyle, prefix, credentials: revealed }
}

/** The place of files, in an operator's words. */
export function placeOf(storage: StorageConfig, filesDir: string): FilesPlace {
  return storage.kind === 'disk'
    ? { name: filesDir, settings: 'DATA_DIR', choose: 'DATA_DIR to the folder', leave: `move ${filesDir} away` }
    : {
        name: locationOf(storage),
        settings: 'S3_BUCKET and S3_PREFIX',
        choose: 'S3_BUCKET and S3_PREFIX to the place',
        leave: 'choose another S3_PREFIX',
      }
}
