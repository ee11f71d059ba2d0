import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ObjectMissing, type ObjectStorage } from '#platform/storage.server.ts'
import type { IndexedItem, Spooled } from './archive-index.ts'
import { ArchiveProblem } from './archive-problem.ts'
import { archiveKey } from './archive-store.server.ts'
import { type ExportFacts, type ItemOf, type ListName, listNames } from './export-document.ts'
import type { IndexedFile } from './index-archive.server.ts'
import { readArchive } from './read-archive.server.ts'

/** Items that are read together, at most, and bytes. */
const PAGE_ITEMS = 500
const PAGE_BYTES = 1024 ** 2

/** A file of an archive. */
export interface ArchivedFile {
  sizeBytes: number
  read(): Promise<Readable>
}

/** An archive that was read to its end and found sound. */
export interface ImportArchive extends AsyncDisposable {
  facts: ExportFacts
  /** The items of a list, in the order of the document. */
  items(list: ListName): readonly IndexedItem[]
  /** How many more a list has than an import takes. */
  beyond(list: ListName): number
  /** The item of a list with this id. */
  itemOf(list: ListName, id: string): IndexedItem | null
  read<Name extends ListName>(list: Name, item: IndexedItem): Promise<ItemOf<Name>>
  /** All items of a list, some at a time. */
  pages<Name extends ListName>(list: Name): AsyncGenerator<ItemOf<Name>[]>
  /** The text that the document holds for an item; null for none. */
  textOf(item: IndexedItem): ArchivedFile | null
  /** Null when it has no such file. */
  find(name: string): ArchivedFile | null
}

export interface ArchivePlaces {
  storage: ObjectStorage
  /** Local folder for attempts. */
  scratchDir: string
}

/**
 * Checks a whole archive before anything of it is used. Only where things are is kept in memory.
 *
 * @throws ArchiveProblem
 */
export async function openArchive(places: ArchivePlaces, id: string, signal: AbortSignal): Promise<ImportArchive> {
  const { archive, spool } = await openFiles(places, id)
  const close = async () => void (await Promise.all([archive.close(), spool.close()]))
  try {
    const { size } = await archive.stat()
    const index = await collect(archive, size, spool, signal)
    const facts = parsed(await bytesAt(spool, index.facts)) as ExportFacts
    const part = (handle: FileHandle, start: number, sizeBytes: number): ArchivedFile => ({
      sizeBytes,
      read: async () =>
        createReadStream('', { fd: handle.fd, autoClose: false, start, end: start + sizeBytes - 1 }) as Readable,
    })
    return {
      facts,
      items: (list) => index.items[list],
      beyond: (list) => index.beyond.get(list) ?? 0,
      itemOf: (list, itemId) => index.byId[list].get(itemId) ?? null,
      read: async (_list, item) => parsed(await bytesAt(spool, item)) as never,
      pages: (list) => pagesOf(spool, index.items[list]),
      textOf: ({ text }) => (text && text.bytes > 0 ? part(spool, text.at, text.bytes) : null),
      find(name) {
        const file = index.files.get(name)
        return file && file.sizeBytes > 0 ? part(archive, file.start, file.sizeBytes) : null
      },
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const parsed = (bytes: Buffer): unknown => JSON.parse(bytes.toString())

interface Index {
  files: Map<string, IndexedFile>
  items: Record<ListName, IndexedItem[]>
  byId: Record<ListName, Map<string, IndexedItem>>
  beyond: Map<ListName, number>
  facts: Spooled
}

async function collect(archive: FileHandle, sizeBytes: number, spool: FileHandle, signal: AbortSignal): Promise<Index> {
  const perList = <Value>(make: () => Value) =>
    Object.fromEntries(listNames.map((list) => [list, make()])) as Record<ListName, Value>
  const items = perList<IndexedItem[]>(() => [])
  const byId = perList(() => new Map<string, IndexedItem>())
  const files = new Map<string, IndexedFile>()
  const beyond = new Map<ListName, number>()
  let facts: Spooled | null = null
  for await (const line of readArchive(archive, sizeBytes, spool, signal)) {
    if (line.is === 'file') files.set(line.name, { start: line.start, sizeBytes: line.sizeBytes })
    else if (line.is === 'beyond') beyond.set(line.list, line.count)
    else if (line.is === 'facts') facts = line.facts
    else if (line.is === 'item') {
      items[line.list].push(line.item)
      if (line.item.id !== '') byId[line.list].set(line.item.id, line.item)
    }
  }
  if (!facts) throw new Error('The reader of archives did not say what the document states.')
  return { files, items, byId, beyond, facts }
}

/**
 * The archive, which the disk of the storage itself does not copy, and an empty file for its values. Neither has a name: their
 * space is freed with the handles, even if this process is killed.
 *
 * @throws ArchiveProblem when there is no such archive
 */
async function openFiles(
  { storage, scratchDir }: ArchivePlaces,
  id: string,
): Promise<{ archive: FileHandle; spool: FileHandle }> {
  await mkdir(scratchDir, { recursive: true, mode: 0o700 })
  const dir = await mkdtemp(join(scratchDir, `${process.pid}-`))
  try {
    await storage.fetchToFile(archiveKey(id), join(dir, 'archive'))
    const archive = await open(join(dir, 'archive'))
    const spool = await open(join(dir, 'values'), 'w+', 0o600).catch(async (error) => {
      await archive.close()
      throw error
    })
    return { archive, spool }
  } catch (error) {
    throw error instanceof ObjectMissing ? new ArchiveProblem('interrupted', { cause: error }) : error
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Values that were kept one after the other are read together. */
async function* pagesOf<Item>(spool: FileHandle, items: readonly IndexedItem[]): AsyncGenerator<Item[]> {
  for (let from = 0; from < items.length; ) {
    const first = items[from]!
    let to = from + 1
    let end = first.at + first.bytes
    while (to < items.length && to - from < PAGE_ITEMS && items[to]!.at === end && end - first.at < PAGE_BYTES)
      end += items[to++]!.bytes
    const bytes = await bytesAt(spool, { at: first.at, bytes: end - first.at })
    yield items
      .slice(from, to)
      .map((item) => JSON.parse(bytes.toString('utf8', item.at - first.at, item.at - first.at + item.bytes)))
    from = to
  }
}

async function bytesAt(spool: FileHandle, { at, bytes }: Spooled): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes)
  for (let read = 0; read < bytes; ) {
    const { bytesRead } = await spool.read(buffer, read, bytes - read, at + read)
    if (bytesRead === 0) throw new Error('The values of an archive end too early.')
    read += bytesRead
  }
  return buffer
}
