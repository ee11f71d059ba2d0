import { createWriteStream } from 'node:fs'
import { PassThrough, type Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes a stream to a file from an offset on.
 * @returns the new offset
 * @param through transform for the bytes
 */
export async function appendBytes(
  stream: Readable,
  path: string,
  offset: number,
  through: Transform = new PassThrough(),
): Promise<number> {
  const file = createWriteStream(path, { flags: 'r+', start: offset })
  await pipeline(stream, through, file)
  return offset + file.bytesWritten
}
