import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDiskStorage, type DiskStorage } from '#platform/disk-storage.server.ts'
import { createGrowingUploads } from './growing-uploads.server.ts'

const inADay = () => ({ expiresAt: new Date(Date.now() + 86_400_000), sizeBytes: 4 })
const append = (files: ReturnType<typeof createGrowingUploads>, bytes: string, offset: number) =>
  files.append('a', Readable.from([Buffer.from(bytes)]), { offset, sizeBytes: 4 })
let dir: string
let disk: DiskStorage

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-growing-uploads-'))
  disk = createDiskStorage(dir)
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const onDisk = async () => [...(await disk.children('originals')), ...(await disk.children('unfinished'))]

describe('the file of an upload', () => {
  test('grows, and becomes the original once it is complete', async () => {
    const files = createGrowingUploads(disk)
    expect(await files.receivedBytes('a')).toBeNull()
    await files.create('a', inADay())
    expect([await files.receivedBytes('a'), await onDisk()]).toEqual([0, ['a', 'a']])
    expect(await append(files, 'fo', 0)).toBe(2)
    expect(await append(files, 'ur', 2)).toBe(4)
    expect(await files.receivedBytes('a')).toBe(4)
    await files.complete('a')
    // A process that dies before it has recorded this does it again.
    await files.complete('a')
    expect(await files.receivedBytes('a')).toBe(4)
    expect(await text(await disk.read('originals/a'))).toBe('four')
    expect(await disk.children('unfinished')).toEqual([])
    expect(await disk.children('temporary')).toEqual([])
  })

  test('can be emptied, and grow again', async () => {
    const files = createGrowingUploads(disk)
    await files.create('a', inADay())
    await append(files, 'fo', 0)
    await files.empty('a')
    expect(await files.receivedBytes('a')).toBe(0)
    await append(files, 'rain', 0)
    expect(await text(await disk.read('originals/a'))).toBe('rain')
  })

  test('is removed with its marker, complete or not', async () => {
    const files = createGrowingUploads(disk)
    await files.create('a', inADay())
    await files.remove('a')
    await files.remove('a')
    expect([await files.receivedBytes('a'), await onDisk()]).toEqual([null, []])
  })

  test('is not copied when it is complete', async () => {
    const files = createGrowingUploads(disk)
    await files.create('a', inADay())
    await writeFile(files.pathOf('a'), 'four')
    const before = await stat(files.pathOf('a'))
    await files.complete('a')
    expect((await stat(disk.pathOf('originals/a'))).ino).toBe(before.ino)
  })
})
