import type { Readable } from 'node:stream'

export interface ByteRange {
  /** First and last byte, both included. */
  start: number
  end: number
}

/** Bytes under keys: `originals/…`, `media/…`. A key holds a whole object or none. */
export interface ObjectStorage {
  /** Takes a finished local file as an object: visible whole, at once, and safe from a power cut. The file may be gone after. */
  putFile(key: string, path: string): Promise<void>
  /** Takes a finished local folder of files: they appear together. The folder is gone after. */
  putFolder(folder: string, path: string): Promise<void>
  /** Writes a small object whole. */
  putText(key: string, text: string): Promise<void>
  /** Makes a local file with the object's bytes that a tool may read; not to be written to. @throws ObjectMissing */
  fetchToFile(key: string, path: string): Promise<void>
  /** @throws ObjectMissing */
  read(key: string, range?: ByteRange): Promise<Readable>
  stat(key: string): Promise<{ sizeBytes: number } | null>
  /** Names directly below a folder, of objects and folders alike, in no order. */
  children(folder: string): Promise<string[]>
  remove(key: string): Promise<void>
  /** Removes a folder and everything in it; nothing happens when it is absent. */
  removeFolder(folder: string): Promise<void>
  /** Removes what interrupted writes left behind; nothing younger than `olderThanMs` is touched. */
  tidy(olderThanMs: number): Promise<void>
  /** Throws when the storage cannot be written to. */
  check(): Promise<void>
}

/** There is no object under this key. */
export class ObjectMissing extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`There is no object ${key}.`, options)
    this.name = 'ObjectMissing'
  }
}
