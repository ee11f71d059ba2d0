import { buffer } from 'node:stream/consumers'
import type { ArchivedFile } from './open-archive.server.ts'

/** A file for a verb that takes at most so many bytes. One that is larger is not read: its size alone refuses it. */
export async function blobOf(file: ArchivedFile, maxBytes: number): Promise<Pick<Blob, 'size' | 'bytes'>> {
  const { sizeBytes } = file
  if (sizeBytes > maxBytes) return { size: sizeBytes, bytes: async () => new Uint8Array() }
  return new Blob([new Uint8Array(await buffer(await file.read()))])
}
