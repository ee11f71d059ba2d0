import { formatBytes } from '#app/messages/overview.ts'
import { formatCount } from '#app/ui/format.ts'
import type { FinishedBackup } from './backup.server.ts'
import { type Manifest, totalBytesOf } from './manifest.ts'
import type { FinishedRestore } from './restore.server.ts'

export function progressWords({ copied, of }: { copied: number; of: number }): string {
  return `backup: ${formatCount(copied)} of ${formatCount(of)} new files`
}

/** The lines that `npm run backup` prints about a complete backup. */
export function finishedWords(finished: FinishedBackup): string[] {
  const { id, objectCount, copiedCount, copiedBytes, databaseBytes, backupCount, forgottenCount, manifest } = finished
  const files = `${formatCount(objectCount)} files, ${formatCount(copiedCount)} of them new (${formatBytes(copiedBytes)})`
  const removed = forgottenCount === 0 ? '' : `, ${formatCount(forgottenCount)} older removed`
  const lines = [
    `Backup ${id}: ${files}.`,
    `${formatCount(backupCount)} ${backupCount === 1 ? 'backup is' : 'backups are'} kept here${removed}.`,
  ]
  if (manifest.database.kind === 'embedded')
    return [
      ...lines,
      `The database is in it (${formatBytes(databaseBytes)}), as it was at ${finished.takenAt.toISOString()}.`,
    ]
  const { lsn, restorePoint } = manifest.database
  return [
    ...lines,
    `The database is not in it, because DATABASE_URL is set. Back it up with the tools of PostgreSQL (pg_dump, pg_basebackup, WAL archiving).`,
    `The files belong to the rows of ${finished.takenAt.toISOString()} (WAL position ${lsn}${restorePointWords(restorePoint)}).`,
  ]
}

/** One line about a backup, for `npm run restore -- FOLDER --list`. */
export function listedWords(manifest: Manifest): string {
  const { id, takenAt, objects, hoshi } = manifest
  return `${id}  ${takenAt.toISOString()}  ${formatCount(objects.size)} files, ${formatBytes(totalBytesOf(manifest))}, Hoshi ${hoshi}`
}

/** The lines that `npm run restore` prints about a finished restore. */
export function restoredWords(
  { manifest, copiedCount, copiedBytes }: FinishedRestore,
  { dataDir, hasSecret }: { dataDir: string; hasSecret: boolean },
): string[] {
  const { id, takenAt, objects, database, secret } = manifest
  const there = objects.size - copiedCount
  const rest = there === 0 ? '' : `; ${formatCount(there)} were there from an interrupted restore`
  const lines = [
    `Restored the backup ${id} into ${dataDir}: ${formatCount(copiedCount)} files (${formatBytes(copiedBytes)})${rest}.`,
  ]
  if (database.kind === 'embedded') lines.push(`The database is as it was at ${takenAt.toISOString()}.`)
  else
    lines.push(
      'The backup does not contain the database. Restore it with the tools of PostgreSQL, and set DATABASE_URL to it.',
      `The files belong to the rows of ${takenAt.toISOString()} (WAL position ${database.lsn}${restorePointWords(database.restorePoint)}).`,
    )
  if (secret === null && !hasSecret) lines.push('Set SECRET to the value that Hoshi had.')
  lines.push('Start Hoshi with npm start, then compare rows and files with npm run audit.')
  return lines
}

const restorePointWords = (name: string | null) => (name === null ? '' : `, restore point "${name}"`)
