import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, type Header } from 'tar-stream'
import { ArchiveProblem } from './archive-problem.ts'
import { FILES_MAX, NAME_MAX_CHARACTERS } from './export-format.ts'

/** The position of a file in an archive. */
export interface IndexedFile {
  /** Position of its first byte. */
  start: number
  sizeBytes: number
}

/**
 * Reads an archive once, from its first byte to its last, and finds its files. Their names lead to no file here.
 *
 * @param sizeBytes of the whole archive
 * @throws ArchiveProblem when it is not one, is cut off, or has anything but files and folders with harmless names
 */
export async function indexArchive(source: Readable, sizeBytes: number): Promise<Map<string, IndexedFile>> {
  const files = new Map<string, IndexedFile>()
  let entries = 0
  const reader = extract()
  reader.on('entry', (header, content, next) => {
    entries += 1
    const problem = entries > FILES_MAX ? new ArchiveProblem('too_many_entries') : add(files, header, sizeBytes)
    // Ended with the reader; an error without a listener would end the process.
    content.on('error', () => {})
    if (problem) return next(problem)
    content.on('end', () => next())
    content.resume()
  })
  try {
    await pipeline(source, reader as unknown as Writable)
  } catch (error) {
    // Errors of the disk have codes; those of the reader have none.
    if (error instanceof ArchiveProblem || (error instanceof Error && 'code' in error)) throw error
    throw new ArchiveProblem(entries === 0 ? 'not_an_archive' : 'damaged', { cause: error })
  }
  return files
}

/** Adds an entry that is a file. @returns why the archive is refused, or null */
function add(files: Map<string, IndexedFile>, header: Header, sizeBytes: number): ArchiveProblem | null {
  const name = header.name.replace(/^(\.\/)+/, '')
  const start = startOf(header)
  const size = header.size ?? 0
  if (!isHarmless(name)) return new ArchiveProblem('unsafe_entry')
  if (header.type === 'directory') return null
  if (header.type !== 'file') return new ArchiveProblem('unsafe_entry')
  if (start + size > sizeBytes) return new ArchiveProblem('damaged')
  if (files.has(name)) return new ArchiveProblem('repeated_entry')
  files.set(name, { start, sizeBytes: size })
  return null
}

/** The types of the package do not name the position. */
function startOf(header: Header & { byteOffset?: number }): number {
  if (header.byteOffset === undefined) throw new Error('The reader of archives does not say where a file starts.')
  return header.byteOffset
}

/** Whether a name stays inside any folder, on any system. */
function isHarmless(name: string): boolean {
  if (name.length > NAME_MAX_CHARACTERS || /[\p{Cc}\p{Cs}\\]/u.test(name)) return false
  return !/^(\/|[a-z]:)/i.test(name) && !name.split('/').includes('..')
}
