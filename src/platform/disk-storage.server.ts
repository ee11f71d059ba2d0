import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from './atomic-file.server.ts'
import { type Disk, diskAt, pathOf } from './disk-folders.server.ts'
import {
  changedAt,
  childrenOf,
  fetchToFile,
  freeBytes,
  openObject,
  readObject,
  sizeBytes,
  statObject,
} from './disk-reads.server.ts'
import { discard, emptyTrash, removeFolder, removeObject, removeTemporary } from './disk-removals.server.ts'
import { createEmpty, createText, putFile, putFolder, putText } from './disk-writes.server.ts'
import { newId } from './ids.server.ts'
import type { ObjectStorage } from './storage.server.ts'

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
  const disk = diskAt(rootDir)
  return {
    pathOf: (key) => pathOf(disk, key),

    putFile: (key, path) => putFile(disk, key, path),
    putFolder: (folder, path) => putFolder(disk, folder, path),
    putText: (key, text) => putText(disk, key, text),
    createText: (key, text) => createText(disk, key, text),
    createEmpty: (key) => createEmpty(disk, key),

    fetchToFile: (key, path) => fetchToFile(disk, key, path),
    read: (key, range) => readObject(disk, key, range),
    open: (key) => openObject(disk, key),
    stat: (key) => statObject(disk, key),
    children: (folder) => childrenOf(disk, folder),
    changedAt: (key) => changedAt(disk, key),
    freeBytes: () => freeBytes(disk),
    sizeBytes: () => sizeBytes(disk),

    remove: (key) => removeObject(disk, key),
    removeFolder: (folder) => removeFolder(disk, folder),
    discard: (key, day) => discard(disk, key, day),
    emptyTrash: (before) => emptyTrash(disk, before),
    cleanUp: (olderThanMs) => removeTemporary(disk, olderThanMs),
    check: () => checkDisk(disk),
    parts: null,
  }
}

async function checkDisk({ temporaryDir }: Disk): Promise<void> {
  await mkdir(temporaryDir, { recursive: true })
  const probe = join(temporaryDir, `probe-${newId()}`)
  await writeAtomically(probe, 'ok')
  await rm(probe)
}
