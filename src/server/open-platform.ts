import { join } from 'node:path'
import { type Clock, systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database.server.ts'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { openEvents } from '#platform/events.server.ts'
import { createJobs } from '#platform/jobs.server.ts'
import { openLocks } from '#platform/locks.server.ts'
import type { Log } from '#platform/log.server.ts'
import { countMails } from '#platform/mail-figures.server.ts'
import { createMailQueue } from '#platform/mail-queue.server.ts'
import { createOutboxMailer, createSmtpMailer, type Mailer } from '#platform/mailer.server.ts'
import { createRateLimits } from '#platform/rate-limits.server.ts'
import type { Config } from './config.ts'

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
  return {
    database,
    db: database.db,
    clock,
    events: openEvents(connectionString, log),
    locks: openLocks(connectionString, log),
    jobs,
    filesDir,
    storage: createDiskStorage(filesDir),
    rateLimits: createRateLimits(database.db),
    mailer,
    mail: createMailQueue(jobs, mailer),
    log,
  }
}
