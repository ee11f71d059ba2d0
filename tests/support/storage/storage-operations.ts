import { createHash } from 'node:crypto'
import { mkdir, open as openFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { S3Storage } from '#platform/s3-storage.server.ts'

/** One operation of a storage, with what has to be true around it. */
export interface StorageOperation {
  name: string
  /** Keys of the objects that are there before. */
  before: readonly string[]
  /** Keys of the objects that are there once it has resolved. */
  after: readonly string[]
  /** Whether it moves megabytes. */
  isLarge?: boolean
  /** Whether one fault may end it, since a second attempt would find what the first one has written. */
  isTriedOnce?: boolean
  /**
   * Runs it, with an empty folder for local files. It may be run again after a failure.
   * @throws Error when it resolves with anything but what is stored
   */
  run(storage: S3Storage, dir: string): Promise<void>
}

const MIB = 1024 * 1024
const contents = new Map<string, Buffer>()

/**
 * The bytes that belong under a key; they depend on its last name only. `large` has two parts, and `medium` is not all in memory
 * once it is open.
 */
export function contentOf(key: string): Buffer {
  const name = key.slice(key.lastIndexOf('/') + 1)
  const known = contents.get(name)
  if (known) return known
  const seed = createHash('sha512').update(name).digest()
  const sizeBytes = { large: 8 * MIB + 1000, medium: 400_000 }[name] ?? 100
  const content = name === 'text' ? Buffer.from('a text') : Buffer.alloc(sizeBytes, seed)
  contents.set(name, content)
  return content
}

const day = new Date('2026-03-02')
const rendition = ['a', 'b'].map((name) => `media/v/r/${name}`)

async function localFile(dir: string, key: string): Promise<string> {
  const path = join(dir, 'local')
  await writeFile(path, contentOf(key))
  return path
}

async function storeFolder(storage: S3Storage, dir: string): Promise<void> {
  const folder = join(dir, 'rendition')
  await mkdir(folder)
  for (const key of rendition) await writeFile(join(folder, key.slice(-1)), contentOf(key))
  await storage.putFolder('media/v/r', folder)
}

/** The id of the write is that of an earlier attempt, which may have completed the object. */
async function storeInParts({ parts }: S3Storage, dir: string): Promise<void> {
  const key = 'originals/a'
  const begun = { key, writeId: 'write', uploadId: await parts.begin(key, 'write') }
  await using file = await openFile(await localFile(dir, key))
  const { length } = contentOf(key)
  const { tag } = await parts.put(begun, 1, file, { start: 0, end: length - 1 })
  await parts.complete(begun, [{ number: 1, tag }], length)
}

async function abortParts({ parts }: S3Storage): Promise<void> {
  const key = 'originals/a'
  await parts.abort({ key, uploadId: await parts.begin(key, 'write') })
}

async function storeTail({ parts }: S3Storage, dir: string): Promise<void> {
  await using file = await openFile(await localFile(dir, 'tails/v/a'))
  await parts.putAlone('tails/v/a', file, { start: 0, end: contentOf('a').length - 1 })
}

/** In ranges, of which the first are in memory. */
async function readOpened(storage: S3Storage): Promise<void> {
  const opened = await storage.open('originals/medium')
  const bytes = Buffer.alloc(contentOf('medium').length)
  for (const start of [0, 300_000]) {
    const length = start === 0 ? 1000 : bytes.length - start
    const read = (await opened?.readInto(bytes.subarray(start), length, start)) ?? 0
    const end = start + read
    expectSame(read === length && bytes.subarray(start, end).equals(contentOf('medium').subarray(start, end)))
  }
  await opened?.close()
}

function expectSame(isSame: boolean): void {
  if (!isSame) throw new Error('Something else came back than is stored.')
}

const reads: Omit<StorageOperation, 'after'>[] = [
  {
    name: 'reads an object',
    before: ['originals/medium'],
    async run(storage) {
      expectSame((await buffer(await storage.read('originals/medium'))).equals(contentOf('medium')))
    },
  },
  {
    name: 'reads a range of an object',
    before: ['originals/medium'],
    async run(storage) {
      const read = await buffer(await storage.read('originals/medium', { start: 10, end: 300_000 }))
      expectSame(read.equals(contentOf('medium').subarray(10, 300_001)))
    },
  },
  { name: 'opens an object and reads it', before: ['originals/medium'], run: readOpened },
  {
    name: 'fetches an object into a file',
    before: ['originals/medium'],
    async run(storage, dir) {
      await storage.fetchToFile('originals/medium', join(dir, 'fetched'))
      expectSame((await readFile(join(dir, 'fetched'))).equals(contentOf('medium')))
    },
  },
  {
    name: 'looks at an object and at an absent one',
    before: ['media/v/a'],
    async run(storage) {
      expectSame((await storage.stat('media/v/a'))?.sizeBytes === contentOf('a').length)
      expectSame((await storage.stat('media/v/b')) === null && (await storage.changedAt('media/v/a')) !== null)
    },
  },
  {
    name: 'lists a folder',
    before: rendition,
    async run(storage) {
      expectSame((await storage.children('media/v/r')).sort().join() === 'a,b')
    },
  },
]

export const storageOperations: readonly StorageOperation[] = [
  ...reads.map((read) => ({ ...read, after: read.before })),
  {
    name: 'stores a file',
    before: [],
    after: ['originals/a'],
    run: async (storage, dir) => storage.putFile('originals/a', await localFile(dir, 'a')),
  },
  {
    name: 'stores a large file',
    before: [],
    after: ['originals/large'],
    isLarge: true,
    run: async (storage, dir) => storage.putFile('originals/large', await localFile(dir, 'large')),
  },
  { name: 'stores a folder', before: [], after: rendition, run: storeFolder },
  {
    name: 'stores a text',
    before: [],
    after: ['media/v/text'],
    run: (storage) => storage.putText('media/v/text', contentOf('text').toString()),
  },
  { name: 'makes an object of parts', before: [], after: ['originals/a'], run: storeInParts },
  { name: 'aborts an object of parts', before: [], after: [], run: abortParts },
  { name: 'stores a tail of an upload', before: [], after: ['tails/v/a'], run: storeTail },
  { name: 'removes an object', before: ['media/v/a'], after: [], run: (storage) => storage.remove('media/v/a') },
  {
    name: 'removes a folder',
    before: [...rendition, 'media/w/a'],
    after: ['media/w/a'],
    run: (storage) => storage.removeFolder('media/v'),
  },
  {
    name: 'moves a folder into the trash',
    before: rendition,
    after: rendition.map((key) => `trash/2026-03-02/${key}`),
    run: async (storage) => void (await storage.discard('media/v', day)),
  },
  {
    name: 'empties the trash',
    before: ['trash/2026-03-01/media/v/a', 'trash/2026-03-02/media/v/a'],
    after: ['trash/2026-03-02/media/v/a'],
    run: (storage) => storage.emptyTrash(day),
  },
  { name: 'is checked', before: [], after: [], isTriedOnce: true, run: (storage) => storage.check() },
]
