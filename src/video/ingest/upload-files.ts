import type { Readable, Transform } from 'node:stream'
import type { CopyEnd } from './upload-copies.server.ts'

/** The bytes of uploads while they arrive. Those of a complete one become the original of its video. */
export interface UploadFiles {
  /**
   * Path of a local file that grows while bytes arrive, for the work that starts during an upload: the upload itself where
   * it grows on the disk, otherwise a copy in an empty folder. Called before bytes are appended.
   * @returns null when bytes have arrived before that the copy would not have
   */
  growingFile(uid: string, copy: { dir: string; offset: number } & CopyEnd): Promise<string | null>
  /** How much of the disk the growing file of an upload takes in addition to the upload. */
  growingDiskBytes(sizeBytes: number): number
  /** Prepares for the first bytes, which have to arrive until then. */
  create(uid: string, upload: { expiresAt: Date; sizeBytes: number }): Promise<void>
  /** Bytes received so far; those of the original once the upload is complete; null when there are none. */
  receivedBytes(uid: string): Promise<number | null>
  /**
   * Appends bytes to an upload that has no other writer. Bytes that arrived before a failure stay.
   * @returns the number of all bytes received
   */
  append(uid: string, bytes: Readable, from: AppendedFrom): Promise<number>
  /** Drops all bytes received so far. */
  empty(uid: string): Promise<void>
  /** Makes all bytes received so far the original, to survive a power cut. May be repeated. */
  complete(uid: string): Promise<void>
  /** Removes the bytes of an upload; the original stays where it is another object. */
  remove(uid: string): Promise<void>
  /**
   * Frees the disk of expired uploads, without the database. Their rows expire separately.
   * @returns how many uploads had bytes there
   */
  removeExpired(now: Date): Promise<number>
  /** Whether an object of parts in the storage is an upload that may be continued. */
  isAwaited(key: string, uploadId: string): Promise<boolean>
  /** Removes leftovers of dead writers from the storage, once they are older than `olderThanMs`. */
  cleanUp(olderThanMs: number): Promise<void>
  /** How much of the disk so many bytes of uploads take while they arrive. */
  diskBytesFor(sizeBytes: number): number
  /** Free space on the disk. */
  freeBytes(): Promise<number>
  /** Total size of the disk. */
  sizeBytes(): Promise<number>
}

export interface AppendedFrom {
  /** Bytes received so far. */
  offset: number
  /** Size of the whole upload; null when only its end tells. */
  sizeBytes: number | null
  /** Transform for the bytes, whose failures are thrown unchanged. */
  through?: Transform
}
