import type { Readable } from 'node:stream'

export interface ByteRange {
  /** First and last byte, both included. */
  start: number
  end: number
}

/** What lies under a key. */
export interface ObjectFacts {
  sizeBytes: number
  /** Another one whenever other bytes come to lie under the key; means nothing on another node. */
  version: string
}

/** An object held open. Its bytes can be read to the end, also when it is removed or replaced meanwhile. */
export interface OpenObject extends ObjectFacts {
  /** Reads up to `length` bytes from a position to the start of the buffer; answers how many, 0 at the end. */
  readInto(buffer: Buffer, length: number, position: number): Promise<number>
  close(): Promise<void>
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
  /** For many short reads from many places; null when there is no object. */
  open(key: string): Promise<OpenObject | null>
  stat(key: string): Promise<ObjectFacts | null>
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
