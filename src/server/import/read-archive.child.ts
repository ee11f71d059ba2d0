import { createReadStream, fstatSync, readSync, writeSync } from 'node:fs'
import type { IndexLine, Spooled } from './archive-index.ts'
import { ArchiveProblem } from './archive-problem.ts'
import { collectDocument } from './collect-document.ts'
import { DOCUMENT_NAME } from './export-format.ts'
import { type IndexedFile, indexArchive } from './index-archive.server.ts'

// A process of its own reads archives, with a limit of its memory: a stranger's file can end this process and no other.
// Its standard input is the archive, and file 3 is where values are kept. @see read-archive.server.ts

const ARCHIVE_FILE = 0
const ANSWER_FILE = 1
const SPOOL_FILE = 3
/** Two blocks of zeros end an archive. */
const END_BYTES = 1024

const BUFFERED_BYTES = 64 * 1024

/** Writes to a file in pieces of some size: a value of its own needs no call of the system. */
function createWriter(file: number) {
  let pieces: Buffer[] = []
  let bytes = 0
  function flush(): void {
    const all = Buffer.concat(pieces)
    pieces = []
    bytes = 0
    for (let at = 0; at < all.length; ) at += writeSync(file, all, at)
  }
  return {
    add(text: string): number {
      const piece = Buffer.from(text)
      pieces.push(piece)
      bytes += piece.length
      if (bytes >= BUFFERED_BYTES) flush()
      return piece.length
    },
    flush,
  }
}

const values = createWriter(SPOOL_FILE)
const lines = createWriter(ANSWER_FILE)
let spooled = 0

function spool(text: string): Spooled {
  const kept = { at: spooled, bytes: values.add(text) }
  spooled += kept.bytes
  return kept
}

function write(line: IndexLine): void {
  lines.add(`${JSON.stringify(line)}\n`)
}

function readPart(start: number, sizeBytes: number) {
  return createReadStream('', { fd: ARCHIVE_FILE, autoClose: false, start, end: start + sizeBytes - 1 })
}

function expectEnd(sizeBytes: number): void {
  const end = Buffer.alloc(END_BYTES)
  const isWhole =
    sizeBytes >= END_BYTES && readSync(ARCHIVE_FILE, end, 0, END_BYTES, sizeBytes - END_BYTES) === END_BYTES
  if (!isWhole || end.some((byte) => byte !== 0)) throw new ArchiveProblem('damaged')
}

async function readDocument(described: IndexedFile | undefined): Promise<void> {
  if (!described || described.sizeBytes === 0) throw new ArchiveProblem('no_document')
  const document = collectDocument({ spool, write })
  for await (const piece of readPart(described.start, described.sizeBytes)) document.write(piece as Buffer)
  document.end()
}

async function readArchive(): Promise<void> {
  const { size } = fstatSync(ARCHIVE_FILE)
  const files = await indexArchive(readPart(0, size), size)
  expectEnd(size)
  for (const [name, { start, sizeBytes }] of files) write({ is: 'file', name, start, sizeBytes })
  await readDocument(files.get(DOCUMENT_NAME))
}

// The process that reads the answers is gone.
process.once('disconnect', () => process.exit(1))

try {
  await readArchive()
  write({ is: 'end', problem: null })
} catch (error) {
  if (!(error instanceof ArchiveProblem)) throw error
  write({ is: 'end', problem: error.problem })
}
values.flush()
lines.flush()
process.exit(0)
