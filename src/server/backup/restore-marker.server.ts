import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '#platform/atomic-file.server.ts'
import { isMissing } from '#platform/disk-folders.server.ts'

/** Lies in a data folder from the beginning of a restore to its end; contains the id of the backup. */
const MARKER = 'restoring'

/** The id of the backup whose restore into this folder has not ended; null for none. */
export async function unfinishedRestore(dataDir: string): Promise<string | null> {
  return await readFile(join(dataDir, MARKER), 'utf8').catch((error) => {
    if (isMissing(error)) return null
    throw error
  })
}

export async function markRestore(dataDir: string, backupId: string): Promise<void> {
  await writeAtomically(join(dataDir, MARKER), backupId)
}

export async function unmarkRestore(dataDir: string): Promise<void> {
  await rm(join(dataDir, MARKER), { force: true })
}

/** @throws Error in an operator's words while a restore into this folder has not ended */
export async function assertNoRestore(dataDir: string): Promise<void> {
  if ((await unfinishedRestore(dataDir)) !== null)
    throw new Error(
      `A restore into ${dataDir} has not ended. Run the same "npm run restore" again, or empty that folder.`,
    )
}
