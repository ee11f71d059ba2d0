import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { tailKey } from '../stored-objects.ts'
import type { TailRow } from './part-rows.server.ts'
import { writeAt } from './write-at.server.ts'

/**
 * Writes the tails of an upload to a file, each at its place behind `partStart`.
 * @throws ObjectMissing, and an error when the store sends other bytes than it was sent
 */
export async function readTails(
  storage: Pick<ObjectStorage, 'read'>,
  uid: string,
  tails: readonly TailRow[],
  file: FileHandle,
  partStart: number,
): Promise<void> {
  for (const { id, first_byte, size_bytes, sha256 } of tails) {
    const key = tailKey(uid, id)
    const hash = createHash('sha256')
    let at = first_byte - partStart
    const end = at + size_bytes
    for await (const chunk of await storage.read(key)) {
      const bytes = chunk as Buffer
      hash.update(bytes)
      if (at + bytes.length <= end) await writeAt(file, bytes, at)
      at += bytes.length
    }
    if (at !== end || !hash.digest().equals(sha256))
      throw new Error(`The storage has other bytes as ${key} than it was sent.`)
  }
}
