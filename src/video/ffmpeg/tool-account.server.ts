import { readFileSync } from 'node:fs'
import { chmod, chown, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A user and a group that need no entry anywhere. */
export interface ToolAccount {
  uid: number
  gid: number
}

/**
 * Numbers that no distribution gives to anybody, which also exist in containers that map only 65536 of them.
 * @see https://systemd.io/UIDS-GIDS/
 */
const UNUSED = { from: 65520, to: 65533 }

/**
 * The account that ffmpeg and ffprobe run as when Hoshi runs as root: one that nobody else has, PostgreSQL least of all, which
 * runs as one of those in /etc/passwd. Null when Hoshi is an ordinary user, who cannot become another.
 */
export function toolAccount(): ToolAccount | null {
  if (process.getuid?.() !== 0) return null
  const taken = ['/etc/passwd', '/etc/group'].flatMap(readIds)
  for (let id = UNUSED.to; id >= UNUSED.from; id -= 1) if (!taken.includes(id)) return { uid: id, gid: id }
  throw new Error(`Every user from ${UNUSED.from} to ${UNUSED.to} is taken here: none is left for ffmpeg to run as.`)
}

function readIds(path: string): number[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.map((line) => Number(line.split(':')[2]))
}

/** What a run works with: the folder that it writes into, and an uploaded file, with the folder that it lies in. */
export interface ToolFiles {
  outputDir?: string
  reads?: string
}

/**
 * Lets the account into what a run works with: the output folder and those in it become its own, the uploaded file can be
 * read by its group. What it makes belongs to it until the storage takes it.
 */
export async function admit({ uid, gid }: ToolAccount, { outputDir, reads }: ToolFiles): Promise<void> {
  if (reads !== undefined) {
    for (const folder of foldersOnTheWay(reads, outputDir)) {
      await openToGroup(folder, gid, { forAll: 0o001, forGroup: 0o010 })
    }
    await openToGroup(reads, gid, { forAll: 0o004, forGroup: 0o040 })
  }
  if (outputDir === undefined) return
  const below = await readdir(outputDir, { withFileTypes: true })
  const folders = below.filter((each) => each.isDirectory()).map(({ name }) => join(outputDir, name))
  for (const folder of [outputDir, ...folders]) {
    if ((await stat(folder)).uid !== uid) await chown(folder, uid, gid)
  }
}

/** The folder of the uploaded file, and those between it and an output folder below it. */
function foldersOnTheWay(reads: string, outputDir = ''): string[] {
  const folders = [dirname(reads)]
  let above = dirname(outputDir)
  for (; above.startsWith(`${folders[0]}/`); above = dirname(above)) folders.push(above)
  return folders
}

async function openToGroup(path: string, gid: number, bits: { forAll: number; forGroup: number }): Promise<void> {
  const found = await stat(path)
  if ((found.mode & bits.forAll) !== 0 || (found.gid === gid && (found.mode & bits.forGroup) !== 0)) return
  await chown(path, found.uid, gid)
  await chmod(path, (found.mode & 0o7777) | bits.forGroup)
}
