import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAt } from './write-at.server.ts'

/** How a copy ends: `signal` aborts when the copy is no longer needed; `onLost` is called when bytes are missing from it. */
export interface CopyEnd {
  signal: AbortSignal
  onLost(): void
}

/** Takes the bytes of one piece of an upload. */
export interface CopyWriter {
  take(bytes: Buffer): Promise<void>
  /** The storage has acknowledged all bytes of the upload up to this one. */
  acknowledge(receivedBytes: number): void
}

/**
 * Copies, on this node's disk, of uploads that go on to another storage, for the work that starts during an upload. A copy
 * holds an upload from its first byte on, or is lost.
 */
export interface UploadCopies {
  /** Begins the copy of an upload that has no bytes yet. @returns the path of its file, in an empty folder */
  begin(uid: string, dir: string, end: CopyEnd): Promise<string>
  /**
   * Continues the copy, if there is one. It is lost when bytes have arrived at another node, or when this one has copied
   * some that the storage did not acknowledge.
   */
  writerFrom(uid: string, offset: number): CopyWriter
  /** Ends the copy of an upload that has ended or starts again from its first byte. */
  drop(uid: string): void
}

interface Copy {
  file: FileHandle
  writtenBytes: number
  acknowledgedBytes: number
  onLost(): void
}

export function createUploadCopies(): UploadCopies {
  const copies = new Map<string, Copy>()

  function drop(uid: string): void {
    copies.get(uid)?.onLost()
    copies.delete(uid)
  }

  return {
    async begin(uid, dir, { signal, onLost }) {
      const path = join(dir, 'upload')
      const file = await open(path, 'w')
      const copy = { file, writtenBytes: 0, acknowledgedBytes: 0, onLost }
      const end = () => {
        if (copies.get(uid) === copy) copies.delete(uid)
        // An open file would keep its space on the disk. A write that fails for it ends nothing else.
        void file.close().catch(() => {})
      }
      if (signal.aborted) end()
      else {
        copies.set(uid, copy)
        signal.addEventListener('abort', end)
      }
      return path
    },
    writerFrom(uid, offset) {
      const copy = copies.get(uid)
      if (copy && (copy.writtenBytes !== offset || copy.acknowledgedBytes !== offset)) drop(uid)
      return {
        async take(bytes) {
          const current = copies.get(uid)
          if (!current || current !== copy) return
          try {
            await writeAt(current.file, bytes, current.writtenBytes)
            current.writtenBytes += bytes.length
          } catch {
            // The upload goes on, and its job does all of the work.
            drop(uid)
          }
        },
        acknowledge(receivedBytes) {
          if (copy) copy.acknowledgedBytes = receivedBytes
        },
      }
    },
    drop,
  }
}
