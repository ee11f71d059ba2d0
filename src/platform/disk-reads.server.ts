import { constants, createReadStream, type Stats } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, stat, statfs } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type Disk, isMissing, pathOf } from './disk-folders.server.ts'
import { type ByteRange, ObjectMissing, type ObjectStat, type OpenObject } from './storage.server.ts'

/** Large reads cost fewer trips through the event loop. */
const READ_CHUNK_BYTES = 512 * 1024

export async function fetchToFile(disk: Disk, key: string, path: string): Promise<void> {
  const source = pathOf(disk, key)
  try {
    // A hard link: nothing is copied, and the bytes outlive the object.
    await link(source, path)
  } catch (error) {
    if (isMissing(error)) throw new ObjectMissing(key, { cause: error })
    await copyFile(source, path, constants.COPYFILE_FICLONE)
  }
}

export async function readObject(disk: Disk, key: string, range?: ByteRange): Promise<Readable> {
  const handle = await open(pathOf(disk, key), 'r').catch((error) => {
    throw isMissing(error) ? new ObjectMissing(key, { cause: error }) : error
  })
  return createReadStream('', { fd: handle, highWaterMark: READ_CHUNK_BYTES, ...range })
}

export async function openObject(disk: Disk, key: string): Promise<OpenObject | null> {
  const handle = await open(pathOf(disk, key), 'r').catch((error) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!handle) return null
  try {
    const found = await handle.stat()
    if (found.isFile()) {
      return {
        ...statOf(found),
        readInto: async (buffer, length, position) => (await handle.read(buffer, 0, length, position)).bytesRead,
        close: () => handle.close(),
      }
    }
  } catch (error) {
    await handle.close()
    throw error
  }
  await handle.close()
  return null
}

export async function statObject(disk: Disk, key: string): Promise<ObjectStat | null> {
  try {
    const found = await stat(pathOf(disk, key))
    return found.isFile() ? statOf(found) : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export async function childrenOf(disk: Disk, folder: string): Promise<string[]> {
  return readdir(pathOf(disk, folder)).catch((error) => {
    if (isMissing(error)) return []
    throw error
  })
}

export async function changedAt(disk: Disk, key: string): Promise<Date | null> {
  try {
    return (await stat(pathOf(disk, key))).ctime
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export async function freeBytes({ root }: Disk): Promise<number> {
  await mkdir(root, { recursive: true })
  const { bavail, bsize } = await statfs(root)
  return bavail * bsize
}

export async function sizeBytes({ root }: Disk): Promise<number> {
  await mkdir(root, { recursive: true })
  const { blocks, bsize } = await statfs(root)
  return blocks * bsize
}

/** Objects are replaced by renaming, so a new one has a different inode. */
function statOf({ size, ino, mtimeMs }: Stats): ObjectStat {
  return { sizeBytes: size, version: `${ino} ${mtimeMs} ${size}` }
}
