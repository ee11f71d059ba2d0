import { constants, createReadStream, type Stats } from 'node:fs'
import { chown, copyFile, link, mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { makeFolder, syncFolder, writeAtomically } from './atomic-file.server.ts'
import { newId } from './ids.server.ts'
import { type ObjectFacts, ObjectMissing, type ObjectStorage } from './storage.server.ts'

/** Large reads cost fewer trips through the event loop. */
const READ_CHUNK_BYTES = 512 * 1024

export interface DiskStorage extends ObjectStorage {
  /** Where a key lies on this disk. @throws Error for a key that leaves the root */
  pathOf(key: string): string
  /** Makes an empty object to be written in place, for what grows piece by piece. */
  createEmpty(key: string): Promise<void>
  /** Bytes that can still be written. */
  freeBytes(): Promise<number>
  /** Of the whole disk. */
  sizeBytes(): Promise<number>
  /** When an object, or the list of what is in a folder, last changed; null when there is neither. */
  changedAt(key: string): Promise<Date | null>
  /** Moves an object or a folder out of the way, below the day's folder of the trash. Answers where it lies now. */
  discard(key: string, day: Date): Promise<string>
  /** Removes what was discarded before this day. */
  emptyTrash(before: Date): Promise<void>
}

/**
 * Objects as files below one folder. Writing is temp, fsync, rename, and fsync of the folders that lead there; a reader sees
 * a whole object or none.
 */
export function createDiskStorage(rootDir: string): DiskStorage {
  const root = resolve(rootDir)
  const temporaryDir = join(root, 'temporary')
  const trashDir = join(root, 'trash')

  function pathOf(key: string): string {
    const path = resolve(root, key)
    if (!path.startsWith(root + sep) || key.includes('\0')) throw new Error('A storage key leaves the storage.')
    return path
  }

  /**
   * Makes a name survive a power cut: its entry and those of all folders above it, since another writer may have made one of
   * them a moment ago and not be through with it.
   */
  async function syncNames(path: string): Promise<void> {
    for (let folder = dirname(path); folder.length >= root.length; folder = dirname(folder)) await syncFolder(folder)
  }

  /** The same for a name that is gone, if need be with its folder. */
  async function syncRemoval(path: string): Promise<void> {
    await syncFolder(dirname(path)).catch((error) => {
      if (!isMissing(error)) throw error
    })
  }

  return {
    pathOf,
    async putFile(key, path) {
      const target = pathOf(key)
      const temporary = join(temporaryDir, newId())
      await makeFolder(dirname(target))
      await mkdir(temporaryDir, { recursive: true })
      // Another file system cannot be renamed from; a reflink or a copy can.
      await rename(path, temporary).catch(() => copyFile(path, temporary, constants.COPYFILE_FICLONE))
      await takeOver(temporary)
      await rename(temporary, target)
      await syncNames(target)
    },
    async putFolder(folder, path) {
      const target = pathOf(folder)
      const names = await readdir(path)
      await Promise.all(names.map((name) => takeOver(join(path, name))))
      await takeFolderOver(path)
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
        // The same bytes under a second name: nothing is copied, and removing the object leaves the reader his.
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
            ...factsOf(found),
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
        return found.isFile() ? factsOf(found) : null
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
    async tidy(olderThanMs) {
      for (const name of await readdir(temporaryDir).catch(() => [])) {
        const path = join(temporaryDir, name)
        const found = await stat(path).catch(() => null)
        if (found && Date.now() - found.mtimeMs > olderThanMs) await rm(path, { recursive: true, force: true })
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
      // What was discarded before under the same key makes way.
      await rm(target, { recursive: true, force: true })
      await rename(path, target)
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

function nameOfDay(day: Date): string {
  return day.toISOString().slice(0, 10)
}

/** Objects are replaced by renaming, so that a new one is another file. */
function factsOf({ size, ino, mtimeMs }: Stats): ObjectFacts {
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
 * Flushes a file that somebody else may have made. It belongs to whoever runs this process from now on, so that its maker
 * cannot change it any more. @throws Error for a link, a pipe and whatever else is no file
 */
async function takeOver(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const found = await handle.stat()
    if (!found.isFile()) throw new Error('What is to be stored is no file.')
    if (!isOurs(found)) await handle.chown(...us())
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function takeFolderOver(path: string): Promise<void> {
  if (!isOurs(await stat(path))) await chown(path, ...us())
}

const us = (): [uid: number, gid: number] => [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
const isOurs = ({ uid }: Stats) => uid === us()[0] || us()[0] !== 0

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ENOTDIR'
}
