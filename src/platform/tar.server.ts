import { Readable } from 'node:stream'
import type { ByteRange } from './storage.server.ts'

/** A file to be put into an archive. */
export interface ArchiveEntry {
  /** At most 100 ASCII characters; folders are separated by slashes. */
  name: string
  sizeBytes: number
  /** @param range a part of it; all of it unless given */
  open(range?: ByteRange): Promise<Readable>
}

/** Entries that are written already, one after the other, as `writeEntry` does. */
export type WrittenEntries = Omit<ArchiveEntry, 'name'>

export interface Archive {
  sizeBytes: number
  /**
   * @param range a part of it; all of it unless given
   * @returns a stream that fails when an entry is longer or shorter than its `sizeBytes`
   */
  read(range?: ByteRange): Readable
}

const BLOCK_BYTES = 512
/** The largest size that eleven octal digits can express. */
const ENTRY_MAX_BYTES = 8 ** 11 - 1

/**
 * An uncompressed tar archive (POSIX ustar, which every system opens), which is made while it is read: nothing is stored, its size
 * is known in advance, and a part of it costs no more than that part.
 *
 * @param modifiedAt modification time of every file in it
 * @param before entries at the beginning of the archive
 */
export function createTar(entries: ArchiveEntry[], modifiedAt: Date, before: WrittenEntries[] = []): Archive {
  const pieces = [
    ...before.map((written): ArchiveEntry => ({ ...written, name: 'the first entries' })),
    ...entries.flatMap((entry) => piecesOf(entry, modifiedAt)),
    pieceOf(endOfTar()),
  ]
  const sizeBytes = pieces.reduce((sum, piece) => sum + piece.sizeBytes, 0)
  return {
    sizeBytes,
    read: (range = { start: 0, end: sizeBytes - 1 }) => Readable.from(readPieces(pieces, range), { objectMode: false }),
  }
}

/** The bytes of one entry. */
export function writeEntry(entry: ArchiveEntry, modifiedAt: Date): Readable {
  const pieces = piecesOf(entry, modifiedAt)
  return Readable.from(readPieces(pieces, { start: 0, end: Number.MAX_SAFE_INTEGER }), { objectMode: false })
}

/** The end marker of an archive whose entries are written one by one. */
export const endOfTar = (): Buffer => Buffer.alloc(2 * BLOCK_BYTES)

/** The entry of a folder, for those that may be empty. */
export function writeFolder(name: string, modifiedAt: Date): Buffer {
  return headerOf({ name: `${name}/`, sizeBytes: 0 }, modifiedAt, '5')
}

async function* readPieces(pieces: ArchiveEntry[], { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let at = 0
  for (const piece of pieces) {
    const part = { start: Math.max(start - at, 0), end: Math.min(end - at, piece.sizeBytes - 1) }
    at += piece.sizeBytes
    if (part.start <= part.end) yield* readPiece(piece, part)
  }
}

async function* readPiece({ name, sizeBytes, open }: ArchiveEntry, range: ByteRange): AsyncGenerator<Buffer> {
  const isWhole = range.start === 0 && range.end === sizeBytes - 1
  let left = range.end - range.start + 1
  for await (const chunk of await open(isWhole ? undefined : range)) {
    left -= (chunk as Buffer).length
    if (left < 0) break
    yield chunk as Buffer
  }
  if (left !== 0) throw new Error(`The archive entry ${name} does not have the announced size.`)
}

/** Header, content and padding of an entry. */
function piecesOf(entry: ArchiveEntry, modifiedAt: Date): ArchiveEntry[] {
  return [pieceOf(headerOf(entry, modifiedAt)), entry, pieceOf(Buffer.alloc(paddingOf(entry.sizeBytes)))]
}

function pieceOf(bytes: Buffer): ArchiveEntry {
  const open = async ({ start, end }: ByteRange = { start: 0, end: bytes.length - 1 }) =>
    Readable.from([bytes.subarray(start, end + 1)])
  return { name: 'of the format', sizeBytes: bytes.length, open }
}

function paddingOf(sizeBytes: number): number {
  return (BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES
}

/** @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06 */
function headerOf(
  { name, sizeBytes }: Pick<ArchiveEntry, 'name' | 'sizeBytes'>,
  modifiedAt: Date,
  type: '0' | '5' = '0',
): Buffer {
  if (!/^[\x20-\x7e]{1,100}$/.test(name)) throw new Error('An archive entry has a name that cannot be written.')
  if (sizeBytes > ENTRY_MAX_BYTES) throw new Error(`The archive entry ${name} is too large.`)
  const header = Buffer.alloc(BLOCK_BYTES)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  header.write(name, 0, 'latin1')
  header.write(octal(type === '5' ? 0o755 : 0o644, 7), 100, 'latin1')
  header.write(octal(0, 7), 108, 'latin1')
  header.write(octal(0, 7), 116, 'latin1')
  header.write(octal(sizeBytes, 11), 124, 'latin1')
  header.write(octal(Math.trunc(modifiedAt.getTime() / 1000), 11), 136, 'latin1')
  header.write(type, 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  // The checksum is computed with eight spaces in its own field.
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148, 'latin1')
  return header
}
