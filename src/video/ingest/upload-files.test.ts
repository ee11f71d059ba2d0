import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDiskStorage, type DiskStorage } from '#platform/disk-storage.server.ts'
import { createMemoryStorage } from '#tests/support/data/memory-storage.ts'
import { createUploadFiles } from './upload-files.server.ts'

const inADay = () => ({ expiresAt: new Date(Date.now() + 86_400_000), sizeBytes: 4 })
let dir: string
let disk: DiskStorage

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-upload-files-'))
  disk = createDiskStorage(dir)
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const onDisk = async () => [...(await disk.children('originals')), ...(await disk.children('unfinished'))]

describe.each([
  ['the same disk', () => disk],
  ['another storage', createMemoryStorage],
])('the file of an upload, with originals on %s', (_what, openStorage) => {
  test('grows, and becomes the original once it is complete', async () => {
    const storage = openStorage()
    const files = createUploadFiles(disk, storage)
    expect(await files.receivedBytes('a')).toBeNull()
    await files.create('a', inADay())
    expect([await files.receivedBytes('a'), await onDisk()]).toEqual([0, ['a', 'a']])
    await writeFile(files.pathOf('a'), 'four')
    expect(await files.receivedBytes('a')).toBe(4)
    await files.complete('a')
    // A process that dies before it has recorded this does it again.
    await files.complete('a')
    expect(await files.receivedBytes('a')).toBe(4)
    expect(await text(await storage.read('originals/a'))).toBe('four')
    expect(await disk.children('unfinished')).toEqual([])
    expect(await disk.children('temporary')).toEqual([])
  })

  test('is removed with its marker, complete or not', async () => {
    const files = createUploadFiles(disk, openStorage())
    await files.create('a', inADay())
    await files.remove('a')
    await files.remove('a')
    expect([await files.receivedBytes('a'), await onDisk()]).toEqual([null, []])
  })
})

test('a complete file is not copied on the same disk', async () => {
  const files = createUploadFiles(disk, disk)
  await files.create('a', inADay())
  await writeFile(files.pathOf('a'), 'four')
  const before = await stat(files.pathOf('a'))
  await files.complete('a')
  expect((await stat(disk.pathOf('originals/a'))).ino).toBe(before.ino)
})

test('a complete file stays on the disk until another storage has it', async () => {
  const storage = createMemoryStorage()
  const putFile = async () => {
    throw new Error('The storage does not answer.')
  }
  await createUploadFiles(disk, storage).create('a', inADay())
  await writeFile(disk.pathOf('originals/a'), 'four')
  await expect(createUploadFiles(disk, { ...storage, putFile }).complete('a')).rejects.toThrow('does not answer')
  expect([await onDisk(), await readdir(join(dir, 'temporary'))]).toEqual([['a', 'a'], []])
  await createUploadFiles(disk, storage).complete('a')
  expect([await onDisk(), storage.keys()]).toEqual([[], ['originals/a']])
})
