import type { Engagement } from '#engagement/engagement.server.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { BackupRuns } from '#platform/backup-runs.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { DiskStorage } from '#platform/disk-storage.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { mailsOn } from '#platform/mail-figures.server.ts'
import type { MailQueue } from '#platform/mail-queue.server.ts'
import type { Nodes } from '#platform/nodes.server.ts'
import { lastDays } from '#platform/utc-days.ts'
import type { UploadsOfDay } from '#video/site-uploads.server.ts'
import type { VideoHost } from '#video/video-host.ts'
import {
  daysUntilFull,
  type JobFigures,
  OVERVIEW_DAYS,
  OVERVIEW_JOBS,
  type Overview,
  type StorageFigures,
  type Versions,
} from './overview.ts'
import { mayAdminister } from './permissions.ts'

export interface OverviewParts {
  db: Db
  clock: Clock
  jobs: Pick<Jobs, 'counts' | 'running' | 'failed'>
  mail: Pick<MailQueue, 'waiting'>
  nodes: Pick<Nodes, 'list'>
  backups: Pick<BackupRuns, 'latest'>
  /** The disk of the data folder. */
  disk: Pick<DiskStorage, 'freeBytes' | 'sizeBytes'>
  /** Whether videos are on it. */
  hasVideosOnDisk: boolean
  identity: Pick<Identity, 'signUpsOn'>
  engagement: Pick<Engagement, 'siteViews'>
  video: Pick<VideoHost, 'uploadsOn' | 'storedBytes' | 'findMany'>
  versions(): Promise<Versions>
  /** Asked of `moderation`, which is above this room. */
  openReports(): Promise<Overview['reports']>
}

/** @see Administration.overview */
export async function readOverview(
  parts: OverviewParts,
  reader: Pick<Account, 'role' | 'suspension'>,
): Promise<Overview> {
  const { db, clock, jobs, mail, nodes, backups, identity, engagement, video, versions, openReports } = parts
  const days = lastDays(clock.now(), OVERVIEW_DAYS)
  const uploads = video.uploadsOn(days)
  const machine = mayAdminister(reader)
    ? Promise.all([
        uploads.then((found) => storageFigures(parts, found)),
        jobFigures(parts),
        jobs.failed(db, { after: null, limit: OVERVIEW_JOBS }),
        backups.latest(),
      ])
    : null
  const [uploaded, views, signUps, mailDays, waiting, listed, known, reports, figures] = await Promise.all([
    uploads,
    engagement.siteViews.on(days),
    identity.signUpsOn(days),
    mailsOn(db, days),
    mail.waiting(db),
    nodes.list(),
    versions(),
    openReports(),
    machine,
  ])
  return {
    uploads: uploaded,
    views,
    signUps,
    nodes: listed,
    versions: known,
    reports,
    mail: { waiting, days: mailDays },
    machine: figures && { storage: figures[0], jobs: figures[1], failures: figures[2], backups: figures[3] },
  }
}

async function storageFigures(
  { disk, hasVideosOnDisk, video }: Pick<OverviewParts, 'disk' | 'hasVideosOnDisk' | 'video'>,
  uploads: UploadsOfDay[],
): Promise<StorageFigures> {
  const [totalBytes, freeBytes, videos] = await Promise.all([
    disk.sizeBytes(),
    disk.freeBytes(),
    hasVideosOnDisk ? video.storedBytes() : null,
  ])
  return { totalBytes, freeBytes, videos, fullInDays: daysUntilFull({ freeBytes, videos }, uploads) }
}

async function jobFigures({ db, jobs, video }: Pick<OverviewParts, 'db' | 'jobs' | 'video'>): Promise<JobFigures> {
  const [counts, running] = await Promise.all([jobs.counts(db), jobs.running(db, OVERVIEW_JOBS)])
  const uids = running.flatMap(({ about }) => (about?.kind === 'video' ? about.id : []))
  const videos = await video.findMany(uids)
  const current = running.map((job) => {
    const percent = videos.get(job.about?.id ?? '')?.status.percentComplete ?? 100
    return { ...job, percent: percent < 100 ? percent : null }
  })
  return { ...counts, current }
}
