import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { createLog } from '#platform/log.server.ts'
import { locationOf } from '#platform/s3-settings.ts'
import { createS3Storage } from '#platform/s3-storage.server.ts'
import { openForRestore } from './backup/backup-store.server.ts'
import type { BackupTarget } from './backup/backup-target.ts'
import { openTarget } from './backup/open-target.server.ts'
import { restoreBackup } from './backup/restore.server.ts'
import { listedWords, restoredWords } from './backup/words.ts'
import { failCommand } from './command-line.ts'
import { type Config, readConfigFor } from './config.ts'
import { s3SettingsOf } from './open-platform.ts'
import { printLine } from './print.ts'

// `npm run restore`: exit code 0 when the backup is restored, 1 with a sentence when it is not.
try {
  const { place, backupId, lists } = readArguments()
  const config = readConfigFor(place)
  const target = openTarget(place, config)
  try {
    await (lists ? listBackups(target, config) : restore(target, backupId, config))
  } finally {
    target.close()
  }
} catch (error) {
  failCommand(error)
}

async function listBackups(target: BackupTarget, { backup }: Config): Promise<void> {
  const store = await openForRestore(target, backup.key)
  for (const id of await store.backups()) console.log(listedWords(await store.manifest(id)))
}

async function restore(target: BackupTarget, backupId: string | null, config: Config): Promise<void> {
  const { dataDir, backup, storage: files, database, secret } = config
  const s3 = files.kind === 's3' ? createS3Storage(s3SettingsOf(files)) : null
  try {
    const restored = await restoreBackup({
      target,
      key: backup.key,
      backupId,
      dataDir,
      storage: s3 ?? createDiskStorage(join(dataDir, 'files')),
      bucket: files.kind === 's3' ? locationOf(files) : null,
      database: database.kind,
      log: createLog('error'),
      print: printLine,
    })
    for (const line of restoredWords(restored, { dataDir, hasSecret: secret !== null })) console.log(line)
  } finally {
    s3?.close()
  }
}

/** @throws Error for anything but one place */
function readArguments(): { place: string; backupId: string | null; lists: boolean } {
  const options = { backup: { type: 'string' }, list: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [place, ...others] = positionals
  if (!place || others.length > 0)
    throw new Error('Name the folder or bucket with the backup: npm run restore -- /mnt/backup, or s3://bucket/prefix')
  return { place, backupId: values.backup ?? null, lists: values.list ?? false }
}
