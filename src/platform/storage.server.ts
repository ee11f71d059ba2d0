import type { Readable } from 'node:stream'
import type { ObjectParts } from './object-parts.ts'

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

/**
 * An open object, which is never read together with bytes of another one. Once it is removed or replaced, a storage that
 * cannot keep it readable throws ObjectMissing; one that is read at once, from its beginning on, stays readable.
 */
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
  /**
   * Stores a finished local folder of files under a name that nothing refers to yet: all of them can be read once this has
   * resolved, and a failure may leave some. The folder is gone afterwards.
   */
  putFolder(folder: string, path: string): Promise<void>
  /** Writes a small object atomically. */
  putText(key: string, text: string): Promise<void>
  /**
   * Writes a small object unless there is one under the key; false when there is. A storage without conditional writes cannot
   * tell writers at the same moment apart.
   */
  createText(key: string, text: string): Promise<boolean>
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
   * Moves an object or a folder to the day's folder in the trash, in place of the one discarded there under the same
   * key; a storage without folders replaces only objects of the same names. Returns where an operator finds it; null when there
   * is neither, which leaves the trash as it is.
   */
  discard(key: string, day: Date): Promise<string | null>
  /** Removes everything discarded before this day. */
  emptyTrash(before: Date): Promise<void>
  /**
   * Removes leftovers of interrupted writes that are older than `olderThanMs`, but for objects of parts whose next one is
   * awaited; none is by default.
   */
  cleanUp(olderThanMs: number, isAwaited?: IsAwaited): Promise<void>
  /** Throws when the storage cannot be written to. */
  check(): Promise<void>
  /** Makes objects of parts that arrive one by one; null where a file can grow instead. */
  readonly parts: ObjectParts | null
}

/** Whether more parts of an object are expected. */
export type IsAwaited = (key: string, uploadId: string) => Promise<boolean>

/** Thrown when there is no object under a key. */
export class ObjectMissing extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`There is no object ${key}.`, options)
    this.name = 'ObjectMissing'
  }
}
