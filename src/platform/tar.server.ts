import { Readable } from 'node:stream'

/** A file to be put into an archive. */
export interface ArchiveEntry {
  /** At most 100 ASCII characters; folders are parted by slashes. */
  name: string
  sizeBytes: number
  open(): Promise<Readable>
}

export interface Archive {
  sizeBytes: number
  stream: Readable
}

const BLOCK_BYTES = 512
/** The largest size that eleven octal digits can say. */
const ENTRY_MAX_BYTES = 8 ** 11 - 1

/**
 * An uncompressed tar archive (POSIX ustar, which every system opens), written while it is read: it needs no room
 * anywhere, and its size is known before its first byte.
 *
 * @param madeAt the time that every file in it carries
 * @returns a stream that fails when an entry is longer or shorter than it said
 */
export function createTar(entries: ArchiveEntry[], madeAt: Date): Archive {
  const heads = entries.map((entry) => headOf(entry, madeAt))
  async function* blocks() {
    for (const [at, { name, sizeBytes, open }] of entries.entries()) {
      yield heads[at]!
      let left = sizeBytes
      for await (const piece of await open()) {
        left -= (piece as Buffer).length
        if (left < 0) break
        yield piece as Buffer
      }
      if (left !== 0) throw new Error(`The archive entry ${name} is not as long as it said.`)
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
function headOf({ name, sizeBytes }: ArchiveEntry, madeAt: Date): Buffer {
  if (!/^[\x20-\x7e]{1,100}$/.test(name)) throw new Error('An archive entry has a name that cannot be written.')
  if (sizeBytes > ENTRY_MAX_BYTES) throw new Error(`The archive entry ${name} is too large.`)
  const head = Buffer.alloc(BLOCK_BYTES)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  head.write(name, 0, 'latin1')
  head.write(octal(0o644, 7), 100, 'latin1')
  head.write(octal(0, 7), 108, 'latin1')
  head.write(octal(0, 7), 116, 'latin1')
  head.write(octal(sizeBytes, 11), 124, 'latin1')
  head.write(octal(Math.trunc(madeAt.getTime() / 1000), 11), 136, 'latin1')
  head.write('0', 156, 'latin1')
  head.write('ustar\x0000', 257, 'latin1')
  // The sum is taken with eight spaces in its own place.
  head.fill(' ', 148, 156)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${octal(sum, 6)}\0 `, 148, 'latin1')
  return head
}
