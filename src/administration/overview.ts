import type { ViewsOfDay } from '#engagement/site-views.server.ts'
import type { SignUpsOfDay } from '#identity/sign-up-figures.server.ts'
import type { BackupRun } from '#platform/backup-runs.server.ts'
import type { FailedJob, JobCounts, RunningJob } from '#platform/listed-job.ts'
import type { MailDay } from '#platform/mail-figures.server.ts'
import type { ListedNode } from '#platform/nodes.server.ts'
import type { StoredBytes, UploadsOfDay } from '#video/site-uploads.server.ts'

/** Figures by day are of so many UTC days; the last one is today. */
export const OVERVIEW_DAYS = 30
/** A disk that is used more than this is nearly full. */
const NEARLY_FULL = 0.85
/** Running jobs, and failed ones, that are listed. */
export const OVERVIEW_JOBS = 5

export interface StorageFigures {
  /** Size of the disk of the data folder, on the node that answers. */
  totalBytes: number
  freeBytes: number
  /** Null where videos are not on it. */
  videos: StoredBytes | null
  /** Days until it is full at the pace of the last 30 days; null without uploads, and where videos are not on it. */
  fullInDays: number | null
}

/** The newest attempt at a backup, and the newest complete one; null for none. */
export interface LatestBackups {
  last: BackupRun | null
  complete: BackupRun | null
}

export interface JobFigures extends JobCounts {
  current: (RunningJob & {
    /** How far the processing of its video is; null for a job that does not process one. */
    percent: number | null
  })[]
}

/** Versions of the programs; null for one that is missing. */
export interface Versions {
  hoshi: string
  node: string
  database: string
  /** Number of the newest migration. */
  schema: number
  /** Version of ffmpeg on the node that answers; null without one. */
  ffmpeg: string | null
}

/** The contents of the first page of the console. */
export interface Overview {
  uploads: UploadsOfDay[]
  views: ViewsOfDay[]
  signUps: SignUpsOfDay[]
  mail: { waiting: number; days: MailDay[] }
  nodes: ListedNode[]
  versions: Versions
  reports: { open: number; oldestAt: Date | null }
  /** For admins only; null for moderators. */
  machine: { storage: StorageFigures; backups: LatestBackups; jobs: JobFigures; failures: FailedJob[] } | null
}

/** Whether so little of a disk is free that somebody should act. */
export function isNearlyFull({ totalBytes, freeBytes }: Pick<StorageFigures, 'totalBytes' | 'freeBytes'>): boolean {
  return totalBytes > 0 && freeBytes < totalBytes * (1 - NEARLY_FULL)
}

/**
 * How many days the free space lasts if uploads go on as in these days, each with the renditions that videos have on average;
 * null without uploads or without a rendition to go by.
 */
export function daysUntilFull(
  { freeBytes, videos }: Pick<StorageFigures, 'freeBytes' | 'videos'>,
  uploads: readonly Pick<UploadsOfDay, 'bytes'>[],
): number | null {
  const uploaded = uploads.reduce((sum, { bytes }) => sum + bytes, 0)
  if (!videos || videos.originals === 0 || uploaded === 0) return null
  const growth = uploaded * (1 + videos.renditions / videos.originals)
  return Math.floor((freeBytes / growth) * uploads.length)
}
