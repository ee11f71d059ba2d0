import { readFileSync } from 'node:fs'
import { chmod, chown, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A user and a group that need no entry anywhere. */
export interface ToolUser {
  uid: number
  gid: number
}

/**
 * Ids that no distribution assigns, and that also exist in containers that map only 65536 of them.
 * @see https://systemd.io/UIDS-GIDS/
 */
const CANDIDATE_IDS = { from: 65520, to: 65533 }

/**
 * The account that ffmpeg and ffprobe run as when Hoshi runs as root: one that nothing else has, least of all
 * PostgreSQL, which runs as one of those in /etc/passwd. Null when Hoshi is an ordinary user, who cannot become
 * another.
 */
export function findToolUser(): ToolUser | null {
  if (process.getuid?.() !== 0) return null
  const usedIds = ['/etc/passwd', '/etc/group'].flatMap(readIds)
  for (let id = CANDIDATE_IDS.to; id >= CANDIDATE_IDS.from; id -= 1)
    if (!usedIds.includes(id)) return { uid: id, gid: id }
  throw new Error(
    `Every user from ${CANDIDATE_IDS.from} to ${CANDIDATE_IDS.to} is taken here: none is left for ffmpeg to run as.`,
  )
}

function readIds(path: string): number[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.map((line) => Number(line.split(':')[2]))
}

/** Files of a run: the folder that it writes into, and an uploaded file, with its folder. */
export interface ToolFiles {
  outputDir?: string
  inputFile?: string
}

/**
 * Gives the account access to the files of a run: it owns the output folder and those in it, and its group can read the
 * uploaded file. The account owns its output until the storage takes it over.
 */
export async function grantAccess({ uid, gid }: ToolUser, { outputDir, inputFile }: ToolFiles): Promise<void> {
  if (inputFile !== undefined) {
    for (const folder of foldersBetween(inputFile, outputDir)) {
      await grantGroupAccess(folder, gid, { forAll: 0o001, forGroup: 0o010 })
    }
    await grantGroupAccess(inputFile, gid, { forAll: 0o004, forGroup: 0o040 })
  }
  if (outputDir === undefined) return
  const below = await readdir(outputDir, { withFileTypes: true })
  const folders = below.filter((each) => each.isDirectory()).map(({ name }) => join(outputDir, name))
  for (const folder of [outputDir, ...folders]) {
    if ((await stat(folder)).uid !== uid) await chown(folder, uid, gid)
  }
}

/** The folder of the uploaded file, and those between it and an output folder below it. */
function foldersBetween(inputFile: string, outputDir = ''): string[] {
  const folders = [dirname(inputFile)]
  let above = dirname(outputDir)
  for (; above.startsWith(`${folders[0]}/`); above = dirname(above)) folders.push(above)
  return folders
}

async function grantGroupAccess(path: string, gid: number, bits: { forAll: number; forGroup: number }): Promise<void> {
  const found = await stat(path)
  if ((found.mode & bits.forAll) !== 0 || (found.gid === gid && (found.mode & bits.forGroup) !== 0)) return
  await chown(path, found.uid, gid)
  await chmod(path, (found.mode & 0o7777) | bits.forGroup)
}
