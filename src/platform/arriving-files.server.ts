import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from './ids.server.ts'
import { Refusal } from './refusal.ts'

/** Files that people are sending: on disk until they are used, so that a slow sender costs no memory. */
export interface ArrivingFiles {
  /**
   * Lends an empty file for as long as `use` takes.
   * @param uid of the sender
   * @throws Refusal request.busy when as many of this sender are under way as one may have
   */
  lend<Result>(uid: string, use: (file: ArrivingFile) => Promise<Result>): Promise<Result>
}

/** @see docs/product.md#limits */
const FILES_PER_PERSON = 4
const RETRY_AFTER_SECONDS = 5

/** One file that grows as its bytes come. Reads like a Blob. */
export class ArrivingFile {
  readonly #handle: FileHandle
  #size = 0

  constructor(handle: FileHandle) {
    this.#handle = handle
  }

  get size(): number {
    return this.#size
  }

  async append(piece: Uint8Array): Promise<void> {
    for (let at = 0; at < piece.length; ) {
      const { bytesWritten } = await this.#handle.write(piece, at, piece.length - at, this.#size)
      at += bytesWritten
      this.#size += bytesWritten
    }
  }

  /** Appends a whole body; none is empty. */
  async receive(body: AsyncIterable<Uint8Array> | null): Promise<this> {
    for await (const piece of body ?? []) await this.append(piece)
    return this
  }

  /** All of it, in memory. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(this.#size)
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await this.#handle.read(bytes, at, bytes.length - at, at)
      if (bytesRead === 0) throw new Error('An arriving file is shorter than what was written to it.')
      at += bytesRead
    }
    return bytes
  }
}

/** @param folder on a local disk; nothing of it outlives the process */
export function createArrivingFiles(folder: string): ArrivingFiles {
  const underWay = new Map<string, number>()

  function take(uid: string): () => void {
    const before = underWay.get(uid) ?? 0
    if (before >= FILES_PER_PERSON) throw new Refusal('request.busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    underWay.set(uid, before + 1)
    return () => {
      const left = underWay.get(uid)! - 1
      if (left === 0) underWay.delete(uid)
      else underWay.set(uid, left)
    }
  }

  async function openNameless(): Promise<FileHandle> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, newId())
    const handle = await open(path, 'wx+', 0o600)
    // Its bytes go with its handle, however this process ends.
    await rm(path, { force: true })
    return handle
  }

  return {
    async lend(uid, use) {
      const giveBack = take(uid)
      try {
        await using handle = await openNameless()
        return await use(new ArrivingFile(handle))
      } finally {
        giveBack()
      }
    },
  }
}
