import { createWriteStream } from 'node:fs'
import { PassThrough, type Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ERRORS } from '@tus/server'
import { isRefusal } from '#platform/refusal.ts'
import { storageFaultOf } from '#platform/storage-fault.ts'

/**
 * Adds what comes to a file from an offset on, in place of the file store's own writing, which says of every failure the same.
 * @returns the new offset
 * @param through what the bytes pass on their way; its refusals are thrown as they are
 * @throws the system's own error when the bytes could not be stored; the tus server's for what broke off
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
