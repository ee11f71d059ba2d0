import { Readable } from 'node:stream'

/** A file to be put into an archive. */
export interface ArchiveEntry {
  /** At most 100 ASCII characters; folders are separated by slashes. */
  name: string
  sizeBytes: number
  open(): Promise<Readable>
}

export interface Archive {
  sizeBytes: number
  stream: Readable
}

const BLOCK_BYTES = 512
/** The largest size that eleven octal digits can express. */
const ENTRY_MAX_BYTES = 8 ** 11 - 1

/**
 * Streams an uncompressed tar archive (POSIX ustar, which every system opens): it is not stored anywhere, and its size
 * is known in advance.
 *
 * @param modifiedAt modification time of every file in it
 * @returns a stream that fails when an entry is longer or shorter than its `sizeBytes`
 */
export function createTar(entries: ArchiveEntry[], modifiedAt: Date): Archive {
  const headers = entries.map((entry) => headerOf(entry, modifiedAt))
  async function* blocks() {
    for (const [at, { name, sizeBytes, open }] of entries.entries()) {
      yield headers[at]!
      let left = sizeBytes
      for await (const chunk of await open()) {
        left -= (chunk as Buffer).length
        if (left < 0) break
        yield chunk as Buffer
      }
      if (left !== 0) throw new Error(`The archive entry ${name} does not have the announced size.`)
      yield Buffer.alloc(paddingOf(sizeBytes))
    }
    yield Buffer.alloc(2 * BLOCK_BYTES)
  }
  const sizes = entries.map(({ sizeBytes }) => BLOCK_BYTES + sizeBytes + paddingOf(sizeBytes))
  const sizeBytes = sizes.reduce((sum, size) => sum + size, 2 * BLOCK_BYTES)
  return { sizeBytes, stream: Readable.from(blocks(), { objectMode: false }) }
}

function paddingOf(sizeBytes: number): number {
  return (BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES
}

/** @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06 */
function headerOf({ name, sizeBytes }: ArchiveEntry, modifiedAt: Date): Buffer {
  if (!/^[\x20-\x7e]{1,100}$/.test(name)) throw new Error('An archive entry has a name that cannot be written.')
  if (sizeBytes > ENTRY_MAX_BYTES) throw new Error(`The archive entry ${name} is too large.`)
  const header = Buffer.alloc(BLOCK_BYTES)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  header.write(name, 0, 'latin1')
  header.write(octal(0o644, 7), 100, 'latin1')
  header.write(octal(0, 7), 108, 'latin1')
  header.write(octal(0, 7), 116, 'latin1')
  header.write(octal(sizeBytes, 11), 124, 'latin1')
  header.write(octal(Math.trunc(modifiedAt.getTime() / 1000), 11), 136, 'latin1')
  header.write('0', 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  // The checksum is computed with eight spaces in its own field.
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148, 'latin1')
  return header
}
