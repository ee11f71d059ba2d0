import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from './ids.server.ts'
import { createUploadPlaces, type PlaceLimits, type Sender } from './upload-places.ts'

/** Uploads in progress, stored on disk until they are used: a slow sender costs no memory. */
export interface UploadSpool {
  /**
   * Creates an empty file for `use`, and deletes it afterwards.
   * @throws Refusal request.busy when the sender, its network, or the process has reached the limit of files in progress
   */
  withFile<Result>(from: Sender, use: (file: SpooledFile) => Promise<Result>): Promise<Result>
}

/** @see docs/product.md#limits */
const FILES: PlaceLimits = {
  // With files of at most 5 MB, all of them stay below the smallest reserve of the disk.
  total: 64,
  perAccount: 4,
  perNetwork: 16,
  retryAfterSeconds: 5,
}

/** A file that grows as its bytes arrive. Reads like a Blob. */
export class SpooledFile {
  readonly #handle: FileHandle
  #size = 0

  constructor(handle: FileHandle) {
    this.#handle = handle
  }

  get size(): number {
    return this.#size
  }

  async append(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length; ) {
      const { bytesWritten } = await this.#handle.write(chunk, at, chunk.length - at, this.#size)
      at += bytesWritten
      this.#size += bytesWritten
    }
  }

  /** Appends an entire body; null appends nothing. */
  async receive(body: AsyncIterable<Uint8Array> | null): Promise<this> {
    for await (const chunk of body ?? []) await this.append(chunk)
    return this
  }

  /** Reads the entire file into memory. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(this.#size)
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await this.#handle.read(bytes, at, bytes.length - at, at)
      if (bytesRead === 0) throw new Error('A spooled file is shorter than the bytes written to it.')
      at += bytesRead
    }
    return bytes
  }
}

/** @param folder on a local disk; its files do not outlive the process */
export function createUploadSpool(folder: string): UploadSpool {
  const places = createUploadPlaces(FILES)

  async function openUnlinked(): Promise<FileHandle> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, newId())
    const handle = await open(path, 'wx+', 0o600)
    // The disk space is freed with the handle, even if this process is killed.
    await rm(path, { force: true })
    return handle
  }

  return {
    async withFile(from, use) {
      const release = places.take(from)
      try {
        await using handle = await openUnlinked()
        return await use(new SpooledFile(handle))
      } finally {
        release()
      }
    },
  }
}
