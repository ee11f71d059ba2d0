import { createWriteStream } from 'node:fs'
import { PassThrough, type Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ERRORS } from '@tus/server'
import { isRefusal } from '#platform/refusal.ts'
import { storageFaultOf } from '#platform/storage-fault.ts'

/**
 * Writes a stream to a file from an offset on. Replaces the file store's own method, which reports every failure alike.
 * @returns the new offset
 * @param through transform for the bytes; its refusals are thrown unchanged
 * @throws the system's own error when the bytes could not be stored; the tus server's when the stream broke off
 */
export async function appendBytes(
  stream: Readable,
  path: string,
  offset: number,
  through: Transform = new PassThrough(),
): Promise<number> {
  const file = createWriteStream(path, { flags: 'r+', start: offset })
  try {
    await pipeline(stream, through, file)
  } catch (error) {
    throw isRefusal(error) || storageFaultOf(error) ? error : ERRORS.FILE_WRITE_ERROR
  }
  return offset + file.bytesWritten
}
