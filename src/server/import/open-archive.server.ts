import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { ArchiveProblem } from './archive-problem.ts'
import { archiveKey } from './archive-store.server.ts'
import { DOCUMENT_MAX_BYTES, type ExportDocument, readDocument } from './export-document.ts'
import { indexArchive } from './index-archive.server.ts'

/** A file of an archive. */
export interface ArchivedFile {
  sizeBytes: number
  read(): Promise<Readable>
}

/** An archive that was read to its end and found sound. */
export interface ImportArchive {
  document: ExportDocument
  /** Null when it has no such file. */
  find(name: string): ArchivedFile | null
}

/** Two blocks of zeros end an archive. */
const END_BYTES = 1024

/**
 * Checks a whole archive before anything of it is used.
 *
 * @throws ArchiveProblem
 */
export async function openArchive(
  storage: Pick<ObjectStorage, 'read' | 'stat'>,
  id: string,
  signal: AbortSignal,
): Promise<ImportArchive> {
  const key = archiveKey(id)
  const found = await storage.stat(key)
  if (!found) throw new ArchiveProblem('interrupted')
  const { sizeBytes } = found
  const files = await indexArchive(await storage.read(key), sizeBytes, signal)
  const range = (start: number, length: number) => storage.read(key, { start, end: start + length - 1 })
  const end = sizeBytes < END_BYTES ? null : await buffer(await range(sizeBytes - END_BYTES, END_BYTES))
  if (!end || end.some((byte) => byte !== 0)) throw new ArchiveProblem('damaged')

  const described = files.get('hoshi-export.json')
  if (!described || described.sizeBytes === 0) throw new ArchiveProblem('no_document')
  if (described.sizeBytes > DOCUMENT_MAX_BYTES) throw new ArchiveProblem('document_too_large')
  const document = readDocument(await buffer(await range(described.start, described.sizeBytes)))
  return {
    document,
    find(name) {
      const file = files.get(name)
      if (!file || file.sizeBytes === 0) return null
      return { sizeBytes: file.sizeBytes, read: () => range(file.start, file.sizeBytes) }
    },
  }
}
