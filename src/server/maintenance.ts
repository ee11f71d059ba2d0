import { createAvatarAudit } from '#creators/avatar-audit.server.ts'
import { type AuditOptions, type AuditReport, mergeReports } from '#platform/audit.ts'
import type { BackupRuns } from '#platform/backup-runs.server.ts'
import { createSeriesPosterAudit } from '#series/series.server.ts'
import { createFontAudit } from '#subtitles/fonts/font-audit.server.ts'
import { hasVideo } from '#video/video.server.ts'
import type { VideoHosting } from '#video/video-hosting.ts'
import {
  type BackupOptions,
  type BackupParts,
  type FinishedBackup,
  makeBackup,
  secretFileOf,
} from './backup/backup.server.ts'
import type { Config } from './config.ts'
import { type FinishedMove, type MoveOptions, moveFiles } from './move/move.server.ts'
import type { Platform } from './open-platform.ts'

/** Operations on a site as a whole, while it serves and works. Each is called after `start`. */
export interface Maintenance {
  /** Compares rows and files. */
  audit(options: AuditOptions): Promise<AuditReport>
  /** Backs up rows and files. */
  backup(options: BackupOptions): Promise<FinishedBackup>
  /** Copies all files to the other storage. */
  move(options: MoveOptions): Promise<FinishedMove>
}

interface MaintenanceParts {
  platform: Platform
  video: VideoHosting
  backupRuns: BackupRuns
  /** Version of Hoshi. */
  version: string
}

/** @param connectionString a direct connection, over which the embedded database is copied */
export function createMaintenance(
  config: Config,
  { connectionString }: { connectionString: string },
  { platform, video, backupRuns, version }: MaintenanceParts,
): Maintenance {
  const database: BackupParts['database'] =
    config.database.kind === 'embedded' ? { kind: 'embedded', connectionString } : { kind: 'external' }
  const secretFile = secretFileOf(config)
  const backupParts = { ...platform, ...config.backup, runs: backupRuns, database, secretFile, version }
  const moveParts = {
    ...platform,
    dataDir: config.dataDir,
    storageInUse: config.storage.kind,
    reserveBytes: config.diskReserveBytes,
    hasVideo: (uid: string) => hasVideo(platform.db, uid),
  }
  const audits = [
    createAvatarAudit(platform),
    createSeriesPosterAudit(platform),
    createFontAudit(platform),
    ...(video.audit ? [video.audit] : []),
  ]
  return {
    async audit(options) {
      const reports: AuditReport[] = []
      for (const run of audits) reports.push(await run(options))
      return mergeReports(reports)
    },
    backup: (options) => makeBackup(backupParts, options),
    move: (options) => moveFiles(moveParts, options),
  }
}
