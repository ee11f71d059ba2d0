import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ByteRange } from './storage.server.ts'
import { type ArchiveEntry, createTar, endOfTar, writeEntry, writeFolder } from './tar.server.ts'

const run = promisify(execFile)
const modifiedAt = new Date('2026-05-01T12:00:00.000Z')
let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-tar-'))
})

afterAll(() => rm(dir, { recursive: true, force: true }))

function entry(name: string, bytes: Buffer, sizeBytes = bytes.length): ArchiveEntry {
  const open = async (range?: ByteRange) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes])
  return { name, sizeBytes, open }
}

describe('an archive', () => {
  test('is as long as announced, and unpacks to the same files', async () => {
    const files: Record<string, Buffer> = {
      'export.json': Buffer.from('{"a": "ひ"}'),
      'files/one.mp4': Buffer.from(Array.from({ length: 70_000 }, (_, n) => n % 251)),
      'files/block.bin': Buffer.alloc(512, 7),
      'files/empty.bin': Buffer.alloc(0),
    }
    const tar = createTar(
      Object.entries(files).map(([name, bytes]) => entry(name, bytes)),
      modifiedAt,
    )
    const bytes = await buffer(tar.read())
    expect(bytes.length).toBe(tar.sizeBytes)
    await writeFile(join(dir, 'a.tar'), bytes)
    const { stdout } = await run('tar', ['-tf', join(dir, 'a.tar')])
    expect(stdout.trim().split('\n')).toEqual(Object.keys(files))
    await run('tar', ['-xf', join(dir, 'a.tar'), '-C', dir])
    for (const [name, wanted] of Object.entries(files)) expect(await readFile(join(dir, name))).toEqual(wanted)
  })

  test('is read in any parts, and goes on with what was written before', async () => {
    const [one, two] = [entry('one', Buffer.alloc(700, 'one')), entry('two', Buffer.alloc(600, 'two'))]
    const whole = await buffer(createTar([one, two], modifiedAt).read())
    const written = await buffer(writeEntry(one, modifiedAt))
    const { sizeBytes, open } = entry('', written)
    const tar = createTar([two], modifiedAt, [{ sizeBytes, open }])
    expect(await buffer(tar.read())).toEqual(whole)
    const sizes = [1, 100, 512, 999, whole.length]
    const ranges = sizes.flatMap((size) =>
      Array.from({ length: Math.ceil(whole.length / 333) }, (_, at) => {
        return { start: at * 333, end: Math.min(at * 333 + size, whole.length) - 1 }
      }),
    )
    const parts = await Promise.all(ranges.map((range) => buffer(tar.read(range))))
    expect(parts).toEqual(ranges.map(({ start, end }) => whole.subarray(start, end + 1)))
  })

  test('has empty folders too, where its entries are written one by one', async () => {
    const file = await buffer(writeEntry(entry('folder/file', Buffer.from('bytes')), modifiedAt))
    await writeFile(join(dir, 'b.tar'), Buffer.concat([writeFolder('folder/empty', modifiedAt), file, endOfTar()]))
    await run('tar', ['-xf', join(dir, 'b.tar'), '-C', dir])
    expect((await readdir(join(dir, 'folder'))).sort()).toEqual(['empty', 'file'])
    expect(await readdir(join(dir, 'folder/empty'))).toEqual([])
  })

  test('fails when a file is shorter or longer than announced', async () => {
    for (const sizeBytes of [2, 4]) {
      const tar = createTar([entry('a', Buffer.from('abc'), sizeBytes)], modifiedAt)
      await expect(buffer(tar.read())).rejects.toThrow('does not have the announced size')
    }
  })

  test('accepts only names and sizes that its format can express', () => {
    const make = (name: string, sizeBytes = 0) => createTar([entry(name, Buffer.alloc(0), sizeBytes)], modifiedAt)
    for (const name of ['', 'ひ', 'a\nb', 'x'.repeat(101)]) expect(() => make(name)).toThrow('cannot be written')
    expect(() => make('a', 8 ** 11)).toThrow('too large')
  })
})
