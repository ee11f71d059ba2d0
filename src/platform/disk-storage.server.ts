import { constants, createReadStream, type Stats } from 'node:fs'
import { chown, copyFile, link, mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { makeFolder, syncFolder, writeAtomically } from './atomic-file.server.ts'
import { newId } from './ids.server.ts'
import { ObjectMissing, type ObjectStat, type ObjectStorage } from './storage.server.ts'

/** Large reads cost fewer trips through the event loop. */
const READ_CHUNK_BYTES = 512 * 1024

export interface DiskStorage extends ObjectStorage {
  /** Path of a key on this disk. @throws Error for a key outside the root */
  pathOf(key: string): string
  /** Creates an empty object to be written in place, for data that grows. */
  createEmpty(key: string): Promise<void>
  /** Free space on the disk. */
  freeBytes(): Promise<number>
  /** Total size of the disk. */
  sizeBytes(): Promise<number>
}

/**
 * Stores objects as files below one folder. A write is a temporary file, fsync, rename, and fsync of the parent
 * folders; a reader sees a complete object or none.
 */
export function createDiskStorage(rootDir: string): DiskStorage {
  const root = resolve(rootDir)
  const temporaryDir = join(root, 'temporary')
  const trashDir = join(root, 'trash')

  function pathOf(key: string): string {
    const path = resolve(root, key)
    if (!path.startsWith(root + sep) || key.includes('\0')) throw new Error('A storage key leads out of the storage.')
    return path
  }

  /**
   * Makes a name survive a power cut. Syncs all folders above it, since another writer may have created one of them
   * without having synced it yet.
   */
  async function syncNames(path: string): Promise<void> {
    for (let folder = dirname(path); folder.length >= root.length; folder = dirname(folder)) await syncFolder(folder)
  }

  /** The same for a removed name, whose folder may be gone too. */
  async function syncRemoval(path: string): Promise<void> {
    await syncFolder(dirname(path)).catch((error) => {
      if (!isMissing(error)) throw error
    })
  }

  /** The time by the clock of the disk, which may be another machine's, in milliseconds. */
  async function diskTime(): Promise<number> {
    const probe = join(temporaryDir, newId())
    try {
      await writeFile(probe, '')
      return (await stat(probe)).mtimeMs
    } catch (error) {
      if (!isFull(error)) throw error
      // A full disk has to be cleaned up too.
      return Date.now()
    } finally {
      await rm(probe, { force: true })
    }
  }

  return {
    pathOf,
    async putFile(key, path) {
      const target = pathOf(key)
      const temporary = join(temporaryDir, newId())
      await makeFolder(dirname(target))
      await mkdir(temporaryDir, { recursive: true })
      // A rename fails across file systems; a reflink or a copy works.
      await rename(path, temporary).catch(() => copyFile(path, temporary, constants.COPYFILE_FICLONE))
      await takeOwnership(temporary)
      await rename(temporary, target)
      await syncNames(target)
    },
    async putFolder(folder, path) {
      const target = pathOf(folder)
      const names = await readdir(path)
      await Promise.all(names.map((name) => takeOwnership(join(path, name))))
      await takeFolderOwnership(path)
      await syncFolder(path)
      await makeFolder(dirname(target))
      await rename(path, target)
      await syncNames(target)
    },
    async putText(key, text) {
      const target = pathOf(key)
      await makeFolder(dirname(target))
      await mkdir(temporaryDir, { recursive: true })
      const temporary = join(temporaryDir, newId())
      await writeFile(temporary, text)
      await syncFile(temporary)
      await rename(temporary, target)
      await syncNames(target)
    },
    async fetchToFile(key, path) {
      const source = pathOf(key)
      try {
        // A hard link: nothing is copied, and the bytes outlive the object.
        await link(source, path)
      } catch (error) {
        if (isMissing(error)) throw new ObjectMissing(key, { cause: error })
        await copyFile(source, path, constants.COPYFILE_FICLONE)
      }
    },
    async read(key, range) {
      const handle = await open(pathOf(key), 'r').catch((error) => {
        throw isMissing(error) ? new ObjectMissing(key, { cause: error }) : error
      })
      return createReadStream('', { fd: handle, highWaterMark: READ_CHUNK_BYTES, ...range })
    },
    async open(key) {
      const handle = await open(pathOf(key), 'r').catch((error) => {
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
    },
    async stat(key) {
      try {
        const found = await stat(pathOf(key))
        return found.isFile() ? statOf(found) : null
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async children(folder) {
      return readdir(pathOf(folder)).catch((error) => {
        if (isMissing(error)) return []
        throw error
      })
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
      await syncRemoval(pathOf(key))
    },
    async removeFolder(folder) {
      await rm(pathOf(folder), { recursive: true, force: true })
      await syncRemoval(pathOf(folder))
    },
    async cleanUp(olderThanMs) {
      const names = await readdir(temporaryDir).catch(() => [])
      if (names.length === 0) return
      const now = await diskTime()
      for (const name of names) {
        const path = join(temporaryDir, name)
        const found = await stat(path).catch(() => null)
        if (found && now - found.mtimeMs > olderThanMs) await rm(path, { recursive: true, force: true })
      }
    },
    async check() {
      await mkdir(temporaryDir, { recursive: true })
      const probe = join(temporaryDir, `probe-${newId()}`)
      await writeAtomically(probe, 'ok')
      await rm(probe)
    },
    async createEmpty(key) {
      const path = pathOf(key)
      await makeFolder(dirname(path))
      await (await open(path, 'wx', 0o600)).close()
      await syncNames(path)
    },
    async freeBytes() {
      await mkdir(root, { recursive: true })
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },
    async sizeBytes() {
      await mkdir(root, { recursive: true })
      const { blocks, bsize } = await statfs(root)
      return blocks * bsize
    },
    async changedAt(key) {
      try {
        return (await stat(pathOf(key))).ctime
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async discard(key, day) {
      const path = pathOf(key)
      const target = join(trashDir, nameOfDay(day), key)
      await makeFolder(dirname(target))
      try {
        await replace(path, target)
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
      await syncFolder(dirname(target))
      await syncFolder(dirname(path))
      return target
    },
    async emptyTrash(before) {
      const days = await readdir(trashDir).catch(() => [])
      for (const day of days)
        if (day < nameOfDay(before)) await rm(join(trashDir, day), { recursive: true, force: true })
    },
  }
}

/** Moves a file or a folder in place of what is at the target, which stays when there is nothing to move. */
async function replace(path: string, target: string): Promise<void> {
  await stat(path)
  await rm(target, { recursive: true, force: true })
  await rename(path, target)
}

function nameOfDay(day: Date): string {
  return day.toISOString().slice(0, 10)
}

/** Objects are replaced by renaming, so a new one has a different inode. */
function statOf({ size, ino, mtimeMs }: Stats): ObjectStat {
  return { sizeBytes: size, version: `${ino} ${mtimeMs} ${size}` }
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

function isFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOSPC' || code === 'EDQUOT'
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ENOTDIR'
}
