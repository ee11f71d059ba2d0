import type { FileHandle } from 'node:fs/promises'

/** Writes all of the bytes at a position of a file. */
export async function writeAt(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; )
    written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten
}
