import type { FileHandle } from 'node:fs/promises'

/** Bytes of an open file. */
export interface FileRange {
  /** First and last byte, both included. */
  start: number
  end: number
}

/** An object whose multipart upload is in progress. */
export interface BegunObject {
  key: string
  /** Names it at the store. */
  uploadId: string
  /** Names this attempt at the object, by which a lost answer to its completion is settled. */
  writeId: string
}

/** The confirmation of the store that it has some bytes. */
export interface StoredPart {
  /** Names the bytes at the store. */
  tag: string
  sha256: Buffer
}

/**
 * Makes objects of parts that arrive one after the other, perhaps at different nodes and on different days. Callers keep the
 * list of parts; the cleanup of the storage finds uploads that are neither completed nor aborted.
 */
export interface ObjectParts {
  /** Size of every part but the last, which is not larger. */
  readonly partBytes: number
  /** @returns the ID of the upload at the store, valid until the object is complete */
  begin(key: string, writeId: string): Promise<string>
  /** Stores bytes of an open file as a part, in place of an earlier one of this number. @throws ObjectMissing when the object is no longer in the making */
  put(begun: BegunObject, number: number, file: FileHandle, range: FileRange): Promise<StoredPart>
  /**
   * Makes the object of its parts, in the order of their numbers. May be repeated.
   * @throws ObjectMissing when it is no longer in the making, and no earlier call has completed it
   */
  complete(begun: BegunObject, parts: readonly NumberedPart[], sizeBytes: number): Promise<void>
  /** Drops all parts; nothing happens when there are none. */
  abort(begun: Omit<BegunObject, 'writeId'>): Promise<void>
  /** Stores bytes of an open file as an object of its own. @returns their SHA-256 */
  putAlone(key: string, file: FileHandle, range: FileRange): Promise<Buffer>
}

export interface NumberedPart {
  number: number
  tag: string
}
