import { constants, type Stats } from 'node:fs'
import { chown, copyFile, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder, syncFolder } from './atomic-file.server.ts'
import { type Disk, pathOf } from './disk-folders.server.ts'
import { newId } from './ids.server.ts'

export async function putFile(disk: Disk, key: string, path: string): Promise<void> {
  const target = pathOf(disk, key)
  const temporary = join(disk.temporaryDir, newId())
  await makeFolder(dirname(target))
  await mkdir(disk.temporaryDir, { recursive: true })
  // A rename fails across file systems; a reflink or a copy works.
  await rename(path, temporary).catch(() => copyFile(path, temporary, constants.COPYFILE_FICLONE))
  await takeOwnership(temporary)
  await rename(temporary, target)
  await syncNames(disk, target)
}

export async function putFolder(disk: Disk, folder: string, path: string): Promise<void> {
  const target = pathOf(disk, folder)
  const names = await readdir(path)
  await Promise.all(names.map((name) => takeOwnership(join(path, name))))
  await takeFolderOwnership(path)
  await syncFolder(path)
  await makeFolder(dirname(target))
  await rename(path, target)
  await syncNames(disk, target)
}

export async function putText(disk: Disk, key: string, text: string): Promise<void> {
  const target = pathOf(disk, key)
  await makeFolder(dirname(target))
  await rename(await writeTemporary(disk, text), target)
  await syncNames(disk, target)
}

export async function createText(disk: Disk, key: string, text: string): Promise<boolean> {
  const target = pathOf(disk, key)
  await makeFolder(dirname(target))
  const temporary = await writeTemporary(disk, text)
  try {
    // Fails where a rename would replace.
    await link(temporary, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(temporary, { force: true })
  }
  await syncNames(disk, target)
  return true
}

async function writeTemporary({ temporaryDir }: Disk, text: string): Promise<string> {
  await mkdir(temporaryDir, { recursive: true })
  const path = join(temporaryDir, newId())
  await writeFile(path, text)
  await syncFile(path)
  return path
}

export async function createEmpty(disk: Disk, key: string): Promise<void> {
  const path = pathOf(disk, key)
  await makeFolder(dirname(path))
  await (await open(path, 'wx', 0o600)).close()
  await syncNames(disk, path)
}

/**
 * Makes a name survive a power cut. Syncs all folders above it, since another writer may have created one of them
 * without having synced it yet.
 */
async function syncNames({ root }: Disk, path: string): Promise<void> {
  for (let folder = dirname(path); folder.length >= root.length; folder = dirname(folder)) await syncFolder(folder)
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Flushes a file that another user may have created, and takes its ownership, so that its creator can no longer change
 * it.
 * @throws Error for a link, a pipe or anything else that is not a file
 */
async function takeOwnership(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const found = await handle.stat()
    if (!found.isFile()) throw new Error('Only regular files can be stored.')
    if (!isOwn(found)) await handle.chown(...ownIds())
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function takeFolderOwnership(path: string): Promise<void> {
  if (!isOwn(await stat(path))) await chown(path, ...ownIds())
}

const ownIds = (): [uid: number, gid: number] => [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
const isOwn = ({ uid }: Stats) => uid === ownIds()[0] || ownIds()[0] !== 0
