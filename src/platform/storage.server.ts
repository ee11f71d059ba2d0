import type { Readable } from 'node:stream'

export interface ByteRange {
  /** First and last byte, both included. */
  start: number
  end: number
}

/** Facts about the object under a key. */
export interface ObjectStat {
  sizeBytes: number
  /** Changes whenever the bytes under the key change; comparable on the same node only. */
  version: string
}

/** An open object. Its bytes stay readable to the end, even when it is removed or replaced. */
export interface OpenObject extends ObjectStat {
  /** Reads up to `length` bytes from a position into the start of the buffer; returns how many, 0 at the end. */
  readInto(buffer: Buffer, length: number, position: number): Promise<number>
  close(): Promise<void>
}

/**
 * Finished objects under keys: `originals/…`, `media/…`. A key holds a complete object or none; a folder is the common
 * start of keys. Keys that lead out of the storage are refused with an error.
 */
export interface ObjectStorage {
  /** Stores a finished local file: it appears atomically and survives a power cut. The file may be gone afterwards. */
  putFile(key: string, path: string): Promise<void>
  /** Stores a finished local folder: its files appear together. The folder is gone afterwards. */
  putFolder(folder: string, path: string): Promise<void>
  /** Writes a small object atomically. */
  putText(key: string, text: string): Promise<void>
  /** Creates a local file with the object's bytes for a tool to read; never to be written to. @throws ObjectMissing */
  fetchToFile(key: string, path: string): Promise<void>
  /** @throws ObjectMissing */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Opens an object for many short reads at many positions; null when there is none. */
  open(key: string): Promise<OpenObject | null>
  stat(key: string): Promise<ObjectStat | null>
  /** Names directly below a folder, of objects and folders alike, in no particular order. */
  children(folder: string): Promise<string[]>
  remove(key: string): Promise<void>
  /** Removes a folder and everything in it; nothing happens when it is absent. */
  removeFolder(folder: string): Promise<void>
  /**
   * When an object or a folder's listing last changed; null when there is neither. By the clock of the storage: it may
   * differ from ours by minutes.
   */
  changedAt(key: string): Promise<Date | null>
  /**
   * Moves an object or a folder to the day's folder in the trash, in place of what was discarded there under the same
   * key. Returns where an operator finds it; null when there is neither, which leaves the trash as it is.
   */
  discard(key: string, day: Date): Promise<string | null>
  /** Removes everything discarded before this day. */
  emptyTrash(before: Date): Promise<void>
  /** Removes leftovers of interrupted writes that are older than `olderThanMs`. */
  cleanUp(olderThanMs: number): Promise<void>
  /** Throws when the storage cannot be written to. */
  check(): Promise<void>
}

/** Thrown when there is no object under a key. */
export class ObjectMissing extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`There is no object ${key}.`, options)
    this.name = 'ObjectMissing'
  }
}
