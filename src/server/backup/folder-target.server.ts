import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { makeFolder, syncFolder } from '#platform/atomic-file.server.ts'
import { isMissing } from '#platform/disk-folders.server.ts'
import { newId } from '#platform/ids.server.ts'
import { storageFaultOf } from '#platform/storage-fault.ts'
import { defaultReserveBytes } from '#video/ingest/disk-space.server.ts'
import type { BackupTarget } from './backup-target.ts'
import { folderProblem } from './folder-problem.ts'

const TEMPORARY = 'temporary'
/** Folders that are ignored: leftovers of an interrupted write, and those of a new file system. */
const ignored = new Set([TEMPORARY, 'lost+found'])
/** Large reads cost fewer trips through the event loop. */
const READ_BYTES = 512 * 1024

export interface FolderTargetOptions {
  dataDir: string
  /** Bytes that a backup leaves free, where the folder is on the disk of the data; null for a share of it. */
  reserveBytes: number | null
}

/**
 * A folder on a disk of its own. A file is written under another name, synced and renamed.
 *
 * @throws Error in an operator's words when it is a part of the data
 */
export function createFolderTarget(place: string, { dataDir, reserveBytes }: FolderTargetOptions): BackupTarget {
  const root = resolve(place)
  const problem = folderProblem(place, dataDir)
  if (problem !== null) throw new Error(`The folder cannot be used: ${problem}`)
  const temporary = join(root, TEMPORARY)
  /** Folders with names that may not survive a power cut yet. */
  const unsynced = new Set<string>()
  let sharesDisk: boolean | null = null

  function pathOf(name: string): string {
    const path = resolve(root, name)
    if (!path.startsWith(root + sep) || name.includes('\0')) throw new Error('A name leads out of the backup.')
    return path
  }

  async function makeRoot(): Promise<void> {
    await mkdir(root, { mode: 0o700 }).catch((error) => {
      if (isMissing(error)) throw new Error(`${root} cannot be created: there is no folder ${dirname(root)}.`)
      if (error.code !== 'EEXIST') throw error
    })
  }

  /** The database stops on a full disk, so a backup must not fill the one that it protects. */
  async function expectSpace(): Promise<void> {
    sharesDisk ??= (await stat(root)).dev === (await stat(dataDir)).dev
    if (!sharesDisk) return
    const { bavail, blocks, bsize } = await statfs(root)
    if (bavail * bsize < (reserveBytes ?? defaultReserveBytes(blocks * bsize)))
      throw new Error(
        `The backup would fill the disk of the data: ${root} is on it. Free some space, or choose a folder on another disk.`,
      )
  }

  async function write(path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    await makeRoot()
    // This is not recursive: on a read-only disk, Node would report that the folder above is missing.
    await mkdir(temporary, { mode: 0o700 }).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
    await expectSpace()
    await makeFolder(dirname(path))
    const draft = join(temporary, newId())
    try {
      const handle = await open(draft, 'wx', 0o600)
      try {
        for await (const chunk of source) await handle.writeFile(chunk)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {})
      throw error
    }
    unsynced.add(dirname(path))
  }

  return {
    place: root,
    put: (name, source) => write(pathOf(name), source).catch((error) => fail(root, error)),
    async read(name) {
      const path = pathOf(name)
      await stat(path).catch((error) => {
        throw isMissing(error) ? new Error(`The backup in ${root} has lost ${name}.`, { cause: error }) : error
      })
      return createReadStream(path, { highWaterMark: READ_BYTES })
    },
    has: (name) =>
      stat(pathOf(name)).then(
        () => true,
        (error) => (isMissing(error) ? false : fail(root, error)),
      ),
    names: (folder) => namesBelow(root, folder === '' ? root : pathOf(folder)),
    remove: (name) => rm(pathOf(name), { force: true }).catch((error) => fail(root, error)),
    async flush() {
      for (const folder of unsynced) await syncFolder(folder)
      unsynced.clear()
      // Only one backup runs at a time, so the remaining files are of interrupted writes.
      await rm(temporary, { recursive: true, force: true })
    },
    close() {},
  }
}

async function* namesBelow(root: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const entry of entries) {
    if (folder === root && ignored.has(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* namesBelow(root, path)
    else if (entry.isFile()) yield relative(root, path)
  }
}

/** @throws Error the same, in an operator's words where the disk is at fault */
function fail(root: string, error: unknown): never {
  const fault = storageFaultOf(error)
  if (fault === 'full') throw new Error(`There is no space left in ${root}.`, { cause: error })
  if (fault === 'unwritable')
    throw new Error(`Nothing can be written to ${root}: ${reasonOf(error)}.`, { cause: error })
  throw error
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EROFS') return 'it is read-only'
  return code === 'EIO' ? 'the disk reports an error' : 'this user may not write there'
}
