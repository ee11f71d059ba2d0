import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { BackupConfig } from '../config-backup.ts'
import type { BackupOptions, FinishedBackup } from './backup.server.ts'
import { openTarget } from './open-target.server.ts'

const DAY_SECONDS = 24 * 3600

/** A failed attempt is repeated, and keeps the files that were copied. The disk may be mounted by then. */
const backupJob: JobKind<Record<never, never>> = {
  name: 'server.backup',
  retryLimit: 3,
  retryDelaySeconds: 600,
  expireInSeconds: DAY_SECONDS,
}

export interface ScheduledBackupParts {
  config: BackupConfig & { dataDir: string; diskReserveBytes: number | null }
  backUp(options: BackupOptions): Promise<FinishedBackup>
}

/** Backs up once a day, on one of the nodes that run jobs. Without a place, an existing schedule does nothing. */
export function scheduleBackup(jobs: Jobs, { config, backUp }: ScheduledBackupParts): void {
  const { to, at } = config.backup
  jobs.handle(backupJob, 1, async (_data, { signal }) => {
    if (to === null) return
    const target = openTarget(to, config)
    try {
      await backUp({ target, signal })
    } finally {
      target.close()
    }
  })
  if (to !== null) jobs.schedule(backupJob, `${at.minute} ${at.hour} * * *`)
}
